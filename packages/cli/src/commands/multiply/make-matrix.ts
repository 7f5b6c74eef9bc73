import type { MatrixKernel, MatrixOperation, MatrixRequest, Params, Precision } from '@spmv/core';
import {
  buildMatrix,
  DEFAULT_MAX_BYTES,
  formatBytes,
  kernelObstacle,
  makeFirst,
  matrixKernelsHere,
  PRECISIONS,
  transposeCoo,
} from '@spmv/core';
import { rolesOf } from '@spmv/engine';
import { counted, toJson } from '@spmv/engine/basics';
import { CliError, usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { refuseFactors } from '../../session/any-operation.ts';
import { computingKernels } from '../../session/check-selection.ts';
import { loadMatrices } from '../../session/load-matrices.ts';
import type { ProblemSource } from '../../session/load-problem.ts';
import type { OpenOne } from '../open-backend.ts';
import { paramsOn } from '../params-on.ts';
import type { WritableType } from '../write-out.ts';
import { writeOut } from '../write-out.ts';
import type { MultiplyFlags } from './flags.ts';
import { scalarParts } from './scalars.ts';
import { tunedPointOf } from './tuned-point.ts';

/** The kernel that was asked for, or those of the backend in the order in which they are tried. Errors: unavailable, why there is none. */
function kernelsFor(
  { opened: { descriptor, backend }, registry, selection }: OpenOne,
  operation: MatrixOperation,
  precision: Precision,
  wanted: { readonly kernel?: string | undefined; readonly format?: string | undefined },
): readonly [MatrixKernel, ...MatrixKernel[]] {
  const [role = ''] = rolesOf(operation, selection.options ?? {}).read;
  const fits = ({ id, formats }: MatrixKernel): boolean =>
    (wanted.kernel ?? id) === id && (wanted.format ?? formats[role]) === formats[role];
  const all = (computingKernels(registry, selection) as readonly MatrixKernel[]).filter(fits);
  const host = { registry, id: descriptor.id, targets: descriptor.targets, device: backend.device };
  const usual = matrixKernelsHere(host, { operation, options: selection.options ?? {}, precision }).filter(fits);
  if (all.length === 0 && wanted.format !== undefined)
    throw usageError(
      `No kernel ${wanted.kernel === undefined ? '' : `'${wanted.kernel}' `}of operation '${operation.id}' reads ${role} in format '${wanted.format}'.`,
      'Leave --format out: matrices are converted to what a kernel reads.',
    );
  const obstacles = all.map((kernel) => kernelObstacle(kernel, descriptor, backend.device, precision));
  const [first, ...others] = wanted.kernel === undefined ? usual : all.filter((_, k) => obstacles[k] === undefined);
  if (first) return [first, ...others];
  // What keeps one in the backend's own language says more than that others are written in another.
  const near = all.findIndex(({ target }) => descriptor.targets.includes(target));
  const why = obstacles[Math.max(0, near)];
  throw new CliError(
    EXIT.unavailable,
    `Backend '${descriptor.id}' runs no kernel of operation '${operation.id}' in ${precision}${why ? `: ${why.message}` : '.'}`,
    why?.fix ?? `See spmv kernels --operation ${operation.id}.`,
  );
}

/** The same open backend, `--with` as the second matrix that the operation reads. Errors: usage. */
function withSecond(one: OpenOne, operation: MatrixOperation, second: string | undefined): OpenOne {
  if (second === undefined) return one;
  const { read } = rolesOf(operation, one.selection.options ?? {});
  const name = read[1];
  if (name === undefined)
    throw usageError(`Operation '${operation.id}' reads one matrix: ${operation.formula}.`, 'Leave --with out.');
  if (one.selection.operands?.[name] !== undefined)
    throw usageError(`--with and --operand both give ${name}.`, `Leave --with or --operand ${name} out.`);
  const operands = { ...one.selection.operands, [name]: matrixSource(second) };
  return { ...one, selection: { ...one.selection, operands } };
}

/** The transposed matrix of a file. */
const transposed = ({ name, source, coo, readMs }: LoadedMatrix): LoadedMatrix => ({
  name,
  source,
  coo: transposeCoo(coo),
  readMs,
});

/** `spmv multiply A` of an operation that makes a matrix, which is written. */
export async function makeMatrix(
  context: Context,
  open: OpenOne,
  operation: MatrixOperation,
  asked: { readonly argument: string | undefined; readonly flags: MultiplyFlags; readonly precision: Precision },
  type: WritableType | undefined,
): Promise<ExitCode> {
  const { argument, flags, precision } = asked;
  const { maxBytes } = flags;
  const { alpha = 1, beta = 0 } = scalarParts({ alpha: flags.alpha, beta: flags.beta }, 1);
  const { formula, id, scalars } = operation;
  const one = withSecond(open, operation, flags.with);
  const { opened, registry, versions, selection } = one;
  const { descriptor, backend } = opened;
  const has = (name: string): boolean => scalars.some((scalar) => scalar.name === name);
  refuseFactors(operation, { alpha, beta });
  if (argument === undefined) throw usageError(`Operation '${id}' needs a matrix: ${formula}.`, 'Name a file.');
  const source = matrixSource(argument);
  const isTransposed = flags.with !== undefined && flags.transpose === true;
  // The matrix as it is may be the second, too: it is read again.
  const given: ProblemSource = isTransposed
    ? { matrix: undefined, loaded: transposed(await loadMatrix(source, context)), sizes: {} }
    : { matrix: source, sizes: {} };
  const problem = await loadMatrices(operation, selection, given, context);
  const point =
    flags.tuned === undefined
      ? undefined
      : tunedPointOf(
          context.terminal,
          flags.tuned,
          problem,
          { operation: id, backend: descriptor.id, precision, format: flags.format, kernel: flags.kernel },
          versions,
        );
  const [first, ...others] = kernelsFor(one, operation, precision, {
    kernel: point?.kernel ?? flags.kernel,
    format: flags.format,
  });
  const paramsFor = (kernel: MatrixKernel): Params => ({
    ...point?.kernelParams,
    ...point?.launchParams,
    ...paramsOn(selection, kernel.params.axes),
    ...paramsOn(selection, descriptor.launchParams.axes),
  });
  const limits = maxBytes === undefined ? {} : { maxBytes };
  const requestFor = (kernel: MatrixKernel): MatrixRequest => ({
    operation,
    kernel,
    matrices: Object.fromEntries(
      Object.entries(problem.matrices).map(([name, { coo }]) => {
        const format = registry.format(kernel.formats[name] ?? '');
        return [name, buildMatrix(format, coo, { valueType: PRECISIONS[precision].host, share: true, ...limits })];
      }),
    ),
    formats: registry.formats,
    precision,
    params: paramsFor(kernel),
    maxResultBytes: maxBytes ?? DEFAULT_MAX_BYTES,
    ...(flags.maxWorkBytes === undefined ? {} : { maxWorkBytes: flags.maxWorkBytes }),
  });
  const here = (kernel: MatrixKernel) => ({ backend, kernel });
  const values = Object.fromEntries(Object.entries({ alpha, beta }).filter(([name]) => has(name)));
  const { operator, passedOver } = await makeFirst([here(first), ...others.map(here)], requestFor, values);
  try {
    for (const { kernel, error } of passedOver) context.terminal.note(`${kernel} is not used: ${error.message}`);
    const made = await operator.read();
    const { shape, values: elements, ...positions } = registry.format(made.format).toCoo(made);
    const out = flags.out ?? '-';
    const entries = { shape, positions, values: elements };
    if (!context.json || flags.out !== undefined) await writeOut(out, entries, { type });
    const { peakWorkBytes, resultBytes } = operator.costs();
    if (context.json) {
      const reasons = passedOver.map(({ kernel, error: { message: reason, fix } }) => ({ kernel, reason, fix }));
      const skipped = reasons.length === 0 ? {} : { passedOver: reasons };
      const contents = flags.out === undefined ? { ...positions, values: elements } : { out };
      const facts = {
        operation: id,
        ...(isTransposed ? { transposed: true } : {}),
        backend: backend.id,
        kernel: operator.kernel.id,
        precision,
        ...values,
      };
      context.terminal.data(
        toJson({ schema: 'spmv.multiply/1', ...facts, ...shape, nnz: made.nnz, ...skipped, ...contents }),
      );
    }
    const said = Object.entries(values).map(([name, value]) => `, ${name} = ${value}`);
    context.terminal.note(
      `${formula}${isTransposed ? ', A transposed' : ''}${said.join('')} by ${operator.kernel.id} on ${backend.id}, ${precision}: ${shape.rows} × ${shape.cols}, ${counted(made.nnz, 'entry', 'entries')}, ${formatBytes(resultBytes)}, and ${formatBytes(peakWorkBytes)} of work`,
    );
    return EXIT.ok;
  } finally {
    await operator.dispose();
  }
}
