import type { Advice, BoundChoice } from '@spmv/advice';
import { bindAdvised, bindEnded, recordedExperience } from '@spmv/advice';
import type { Backend, CooMatrix, Operator, Precision, Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import { counted, significant } from '@spmv/engine/basics';
import type { PreparedMatrix } from '@spmv/solvers';
import { productWithSum, solverPlugins } from '@spmv/solvers';
import type { Context } from '../documents/context.ts';
import { selectionOf } from './flags/selection.ts';
import { openOne } from './open-backend.ts';

/** Products of trial where nobody says how many: each costs a conversion and a check, more than hundreds of products, and a system is solved once. */
const TRIALS = 0;

/** The formats that come into question. On a device converting takes longer than most solves, so that the entries are used as they came where nothing is asked for. */
function formatsOf(
  { format, kernel, trials }: SolverFlags,
  { device: { kind } }: Backend,
): readonly string[] | undefined {
  return format ?? (kernel === undefined && trials === undefined && kind !== 'cpu' ? ['csr'] : undefined);
}

/** Where to solve, and with which products. */
export interface SolverFlags {
  readonly backend: string;
  readonly device?: readonly string[];
  /** Default: f64. */
  readonly precision?: string;
  readonly format?: readonly string[];
  readonly kernel?: readonly string[];
  readonly trials?: number;
}

/** What the products of a matrix are computed with, and how that was chosen. */
interface ChosenProduct {
  readonly format: string;
  readonly kernel: string;
  /** Of iterations, the kernel whose products end in a sum; null where a pass after the product takes it. Absent of products alone. */
  readonly endedBy?: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** Milliseconds of one, of iterations with the sum it ends in: measured where it was tried, else expected. */
  readonly ms: number;
  readonly confidence: Advice['confidence'];
  readonly trials: Advice['trials'];
  readonly reasons: readonly string[];
  readonly spentMs: number;
}

/** A backend with the kernels that solvers need. */
export interface OpenSolvers {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly precision: Precision;
  /** Chooses how a matrix is multiplied with, and prepares it. */
  prepareMatrix(coo: CooMatrix): Promise<PreparedMatrix>;
  /** The same for iterations whose products end in a sum. */
  prepareSystem(coo: CooMatrix): Promise<PreparedMatrix>;
  /** What was chosen so far, the first matrix first. */
  readonly products: readonly ChosenProduct[];
  dispose(): Promise<void>;
}

/** Opens a backend with what is installed, and with the vector operations that this command brings. Errors: usage, unavailable. */
export async function openSolvers(context: Context, flags: SolverFlags): Promise<OpenSolvers> {
  const { format, kernel } = flags;
  const asked = selectionOf({
    backend: [flags.backend],
    ...(flags.precision === undefined ? {} : { precision: [flags.precision] }),
    ...(flags.device ? { device: flags.device } : {}),
    format,
    kernel,
    seed: 0,
  });
  const { opened, registry, selection, dispose } = await openOne(context, flags.backend, asked, {
    ...(format ? { formats: format } : {}),
    ...(kernel ? { kernels: kernel } : {}),
  });
  const { plugins } = registry;
  // A copy that the project has installed comes first.
  const ours = solverPlugins.filter(({ name }) => !plugins.some((plugin) => plugin.name === name));
  const precision = selection.precisions?.[0] ?? 'f64';
  const products: ChosenProduct[] = [];
  const all = createRegistry([...plugins, ...ours]);
  const formats = formatsOf(flags, opened.backend);
  const request = (coo: CooMatrix) => ({
    registry: all,
    backends: [opened],
    coo,
    experience: recordedExperience,
    precision,
    ...(formats ? { formats } : {}),
    ...(kernel ? { kernels: kernel } : {}),
    trials: flags.trials ?? TRIALS,
    signal: context.signal,
    onStep: (text: string) => context.terminal.progress(text),
  });
  const noted = (
    bound: Omit<BoundChoice, 'operator'> & Pick<ChosenProduct, 'endedBy'>,
    operator: Operator,
  ): PreparedMatrix => {
    context.terminal.clearProgress();
    const { advice, choice, stored, endedBy } = bound;
    const { formatParams, kernelParams, launchParams, ms } = choice;
    const { confidence, trials, reasons, spentMs } = advice;
    const params = { ...formatParams, ...kernelParams, ...launchParams };
    products.push({
      format: choice.format,
      kernel: choice.kernel,
      ...(endedBy === undefined ? {} : { endedBy }),
      params,
      ms,
      confidence,
      trials,
      reasons,
      spentMs,
    });
    return { operator, ...(stored ? { stored } : {}), dispose: () => operator.dispose() };
  };
  return {
    backend: opened.backend,
    registry: all,
    precision,
    products,
    async prepareMatrix(coo) {
      const bound = await bindAdvised(request(coo));
      return noted(bound, bound.operator);
    },
    async prepareSystem(coo) {
      const bound = await bindEnded({ ...request(coo), ended: productWithSum });
      if (!bound.operator) throw new RangeError('an operator is prepared where none was held');
      return noted(bound, bound.operator);
    },
    dispose,
  };
}

/** A product that was chosen, in a line. */
export function productText({ format, kernel, endedBy, ms, confidence, trials }: ChosenProduct): string {
  const sums =
    endedBy === undefined ? '' : endedBy === null ? ', sums in a pass after it' : `, sums in it by ${endedBy}`;
  const by =
    trials.length === 0
      ? 'by statistics'
      : `after ${counted(trials.length, 'product', 'products')} of trial, ${confidence}`;
  return `products: ${format} by ${kernel}, ${significant(1000 * ms)} µs, ${by}${sums}`;
}
