import type { Kernel, Registry } from '@spmv/core';
import { buildMatrix, complexCoo, PRECISIONS, spmv } from '@spmv/core';
import type { OpenBackend } from '@spmv/engine';
import { toJson } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { loadVector } from '../../matrices/vectors.ts';
import { selectionOf } from '../flags/selection.ts';
import { openOne } from '../open-backend.ts';
import { paramsOn } from '../params-on.ts';
import { writableType } from '../write-out.ts';
import { writeVector } from '../write-vector.ts';
import { chooseKernel, needsOf } from './choose-kernel.ts';
import type { MultiplyFlags } from './flags.ts';

/** Flags that have no use here. */
const IDLE = ['tuned', 'operand', 'size', 'layout'] as const;

/** n numbers that are 1. */
const ones = (n: number): Float64Array => Float64Array.from({ length: 2 * n }, (_, k) => 1 - (k % 2));

/** The parameters that flags name, where they are of the kernel or the backend. */
function paramsOf({ opened }: { readonly opened: OpenBackend }, kernel: Kernel, flags: MultiplyFlags) {
  const selection = selectionOf({ seed: 0, ...(flags.param ? { param: flags.param } : {}) });
  return { ...paramsOn(selection, kernel.params.axes), ...paramsOn(selection, opened.descriptor.launchParams.axes) };
}

function formatOfKernel(registry: Registry, { format, id }: Kernel) {
  if (format === undefined) throw new RangeError(`${id} reads no stored matrix`);
  return registry.format(format);
}

/** y ← αAx + βy of complex numbers, α and β being real; of a real matrix, too. x and y are files of any field, y is written as one of pairs. Errors: as of real products. */
export async function multiplyComplex(context: Context, argument: string, flags: MultiplyFlags): Promise<ExitCode> {
  const { alpha, beta, out } = flags;
  const idle = IDLE.find((name) => flags[name] !== undefined);
  if (idle !== undefined)
    throw usageError(
      `--${idle} is for real numbers, and these are complex.`,
      `Leave --${idle} out; x and y have flags.`,
    );
  if (beta !== 0 && flags.y === undefined)
    throw usageError('beta is not 0, so y is read, but no y was given.', 'Give --y FILE, or leave --beta at 0.');
  const asked = selectionOf({
    ...flags,
    backend: [flags.backend],
    precision: [flags.precision],
    seed: 0,
    format: flags.format === undefined ? undefined : [flags.format],
    kernel: flags.kernel === undefined ? undefined : [flags.kernel],
  });
  const precision = asked.precisions?.[0] ?? 'c128';
  const type = out === undefined ? undefined : await writableType(context, out);
  const { coo: real, imaginary } = await loadMatrix(matrixSource(argument), context, { complex: true });
  const one = await openOne(context, flags.backend, asked, needsOf(flags, asked));
  try {
    const { opened, registry, selection } = one;
    const kernel = chooseKernel(registry, opened, flags, selection, precision);
    const format = formatOfKernel(registry, kernel);
    const matrix = buildMatrix(format, complexCoo(real, imaginary), {
      params: paramsOn(selection, format.params.axes),
      valueType: PRECISIONS[precision].host,
      target: kernel.target,
      ...(flags.maxBytes === undefined ? {} : { maxBytes: flags.maxBytes }),
    });
    const params = paramsOf(one, kernel, flags);
    const operator = await opened.backend.prepare({ operation: spmv, matrix, kernel, precision, params });
    const { rows, cols } = operator.shape;
    const given = async (name: 'x' | 'y', length: number): Promise<Float64Array> => {
      const path = flags[name];
      if (path === undefined) return name === 'x' ? ones(length) : new Float64Array(2 * length);
      return loadVector(path, name, length, name === 'x' ? 'column' : 'row', context, 2);
    };
    const [x, y] = [opened.backend.vector(cols, precision), opened.backend.vector(rows, precision)];
    const stored = (pairs: Float64Array) => (PRECISIONS[precision].host === 'f32' ? Float32Array.from(pairs) : pairs);
    await x.write(stored(await given('x', cols)));
    await y.write(stored(await given('y', rows)));
    operator.apply(x, y, alpha, beta);
    const result = await y.read();
    if (out !== undefined || !context.json) await writeVector(out ?? '-', result, type, 2);
    if (context.json)
      context.terminal.data(
        toJson({
          schema: 'spmv.multiply/1',
          operation: spmv.id,
          backend: flags.backend,
          precision,
          alpha,
          beta,
          rows,
          ...(out === undefined ? { y: result } : { out }),
        }),
      );
    context.terminal.note(
      `${spmv.formula}, alpha = ${alpha}, beta = ${beta} by ${kernel.id} on ${opened.descriptor.id}, ${precision}`,
    );
    return EXIT.ok;
  } finally {
    await one.dispose();
  }
}
