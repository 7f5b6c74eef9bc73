import type { Precision, SparseFormat, StoredMatrix } from '@spmv/core';
import { buildMatrix, formatBytes, kernelObstacle, PRECISIONS, suggestNames } from '@spmv/core';
import { counted, toJson } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { selectionOf } from '../flags/selection.ts';
import { openOne } from '../open-backend.ts';
import { paramsOn } from '../params-on.ts';
import { writableType, writeOut } from '../write-out.ts';
import type { MultiplyFlags } from './flags.ts';

const OPERATION = 'spgemm';
const FORMAT = 'csr';

/** Refuses flags of products with vectors. Errors: usage. */
function refuseIdle(flags: MultiplyFlags): void {
  const idle = (['x', 'y', 'operation', 'operand', 'size', 'transpose', 'format', 'tuned'] as const).find(
    (name) => flags[name as keyof MultiplyFlags] !== undefined && flags[name as keyof MultiplyFlags] !== false,
  );
  const named = flags.beta === 0 ? idle : 'beta';
  if (named === undefined) return;
  throw usageError(`--${named} does not go with --with, which multiplies two matrices.`, `Leave --${named} out.`);
}

/** `spmv multiply A --with B`: the matrix αAB. */
export async function run(
  context: Context,
  first: string | undefined,
  second: string,
  flags: MultiplyFlags,
): Promise<ExitCode> {
  refuseIdle(flags);
  if (first === undefined) throw usageError('--with needs two matrices.', 'Name the first: spmv multiply A --with B.');
  const asked = selectionOf({
    backend: [flags.backend],
    precision: [flags.precision],
    seed: 0,
    ...(flags.device ? { device: flags.device } : {}),
    ...(flags.param ? { param: flags.param } : {}),
  });
  const precision: Precision = asked.precisions?.[0] ?? 'f64';
  const out = flags.out ?? '-';
  const type = await writableType(context, out);
  const needs = { matrixOperation: OPERATION, formats: [FORMAT] };
  const { opened, registry, selection, dispose } = await openOne(context, flags.backend, asked, needs);
  try {
    const { descriptor, backend } = opened;
    const operation = registry.matrixOperations.find(({ id }) => id === OPERATION);
    if (!operation)
      throw usageError('No plugin that is installed multiplies two matrices.', 'Run: npm install @spmv/spgemm.');
    const kernels = registry
      .matrixKernels(OPERATION)
      .filter((kernel) => !kernelObstacle(kernel, descriptor, backend.device, precision));
    const kernel = kernels.find(({ id }) => id === (flags.kernel ?? id));
    if (!kernel) {
      const ids = kernels.map(({ id }) => id);
      throw usageError(
        `Backend '${descriptor.id}' runs no kernel${flags.kernel === undefined ? '' : ` '${flags.kernel}'`} of ${OPERATION} in ${precision}.`,
        flags.kernel === undefined
          ? 'Use --backend serial or threads, in f64 or f32.'
          : suggestNames(flags.kernel, ids),
      );
    }
    const format: SparseFormat = registry.format(FORMAT);
    const load = async (name: string): Promise<StoredMatrix> => {
      const { coo } = await loadMatrix(matrixSource(name), context);
      const limits = flags.maxBytes === undefined ? {} : { maxBytes: flags.maxBytes };
      return buildMatrix(format, coo, { valueType: PRECISIONS[precision].host, share: true, ...limits });
    };
    const matrices = { A: await load(first), B: await load(second) };
    const fits = operation.shape({ A: matrices.A.shape, B: matrices.B.shape }, {});
    if (typeof fits === 'string') throw usageError(`${operation.formula}: ${fits}.`, 'Name matrices that fit.');
    const params = {
      ...paramsOn(selection, kernel.params.axes),
      ...paramsOn(selection, descriptor.launchParams.axes),
    };
    const product = await backend.prepareMatrix({
      operation,
      kernel,
      matrices,
      formats: registry.formats,
      precision,
      params,
    });
    await product.numeric({ alpha: flags.alpha });
    const made = await product.read();
    const { shape, values, ...positions } = format.toCoo(made);
    if (!context.json || flags.out !== undefined) await writeOut(out, { shape, positions, values }, { type });
    const { peakWorkBytes, resultBytes } = product.costs();
    const { alpha } = flags;
    if (context.json) {
      const entries = flags.out === undefined ? { ...positions, values } : { out: flags.out };
      const facts = { operation: OPERATION, backend: descriptor.id, precision, alpha, ...shape, nnz: made.nnz };
      context.terminal.data(toJson({ schema: 'spmv.multiply/1', ...facts, ...entries }));
    }
    context.terminal.note(
      `${operation.formula}, alpha = ${alpha} by ${kernel.id} on ${descriptor.id}, ${precision}: ${shape.rows} × ${shape.cols}, ${counted(made.nnz, 'entry', 'entries')}, ${formatBytes(resultBytes)}, and ${formatBytes(peakWorkBytes)} of work`,
    );
    return EXIT.ok;
  } finally {
    await dispose();
  }
}
