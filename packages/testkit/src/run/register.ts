import type { CaseCoverage } from '../case/covering.ts';
import type { ConformanceCase, HowToRun, Tier } from '../case/conformance-case.ts';
import { ConformanceError } from '../case/conformance-error.ts';
import type { KnownFailure } from './known-failure.ts';
import { judgeKnownFailure, unknownFailures } from './known-failure.ts';

/** The functions of a test runner: `vitest`, `node:test`, mocha, jest. */
export interface TestRunner extends Omit<HowToRun, 'coverage'> {
  /** How many combinations of each case are run, or of the case of an id. Default `all`. */
  readonly coverage?: CaseCoverage | ((id: string) => CaseCoverage);
  describe(name: string, body: () => void): unknown;
  it(name: string, body: (...context: readonly unknown[]) => Promise<void>): unknown;
  /** Registers a test that is not run. Default: it is not registered. */
  readonly skip?: (name: string, body: () => void) => unknown;
}

/** Which cases to register, and how. */
export interface RegisterOptions {
  readonly knownFailures?: readonly KnownFailure[];
  /** Default: `['quick']`. */
  readonly tiers?: readonly Tier[];
  /** Needs that cannot be met here; cases with them are skipped. */
  readonly without?: readonly string[];
  /** What is unavailable or not tried fails instead of being skipped. Default false. */
  readonly strict?: boolean;
  /** Name of the group. Default `conformance`. */
  readonly name?: string;
}

/** Marks the running test as skipped where the runner passes a context that can. */
function skipRunning(context: readonly unknown[], reason: string): void {
  const first = context[0] as { readonly skip?: (reason: string) => void } | undefined;
  first?.skip?.(reason);
}

/** Says to a runner that keeps such notes how many products the running test compared. */
function noteProducts(context: readonly unknown[], products: number): void {
  const first = context[0] as { readonly task?: { readonly meta?: { products?: number } } } | undefined;
  if (first?.task?.meta) first.task.meta.products = products;
}

/**
 * Registers every case as a test. A case that is refused or unavailable is skipped with its reason where the runner can skip a
 * running test (vitest, node:test), and passes elsewhere. A known failure passes while it fails as described.
 */
export function register(cases: Iterable<ConformanceCase>, runner: TestRunner, options: RegisterOptions = {}): void {
  const { knownFailures = [], tiers = ['quick'], without = [], strict = false, name = 'conformance' } = options;
  const { coverage = 'all', seed = 1 } = runner;
  const howOf = ({ id }: ConformanceCase): HowToRun => ({
    coverage: typeof coverage === 'function' ? coverage(id) : coverage,
    seed,
  });
  const all = [...cases];
  const chosen = all.filter(({ tier }) => tiers.includes(tier));
  runner.describe(name, () => {
    if (chosen.length === 0) {
      runner.it('has cases', async () => {
        throw new ConformanceError('A group has cases', `none of ${all.length} cases is of tier ${tiers.join(' or ')}`);
      });
    }
    for (const one of chosen) {
      const known = knownFailures.find((failure) => failure.case === one.id);
      if (one.needs.some((need) => without.includes(need))) runner.skip?.(one.id, () => {});
      else if (known) runner.it(one.id, () => runKnownFailure(one, known, howOf(one)));
      else {
        runner.it(one.id, async (...context) => {
          const { status, reason = status, notTried = false, products } = await one.run(howOf(one));
          noteProducts(context, products);
          const gap = status === 'unavailable' || notTried;
          if (strict && gap)
            throw new ConformanceError('A strict run leaves nothing untried', `${status}: ${reason}`, { case: one.id });
          const missing = status === 'unavailable' && !reason.includes('unavailable');
          if (status !== 'passed') skipRunning(context, missing ? `unavailable: ${reason}` : reason);
        });
      }
    }
    for (const failure of unknownFailures(all, knownFailures)) {
      runner.it(failure.case, async () => {
        throw new ConformanceError('Known failures name cases', `there is no case '${failure.case}'`);
      });
    }
  });
}

async function runKnownFailure(one: ConformanceCase, known: KnownFailure, how: HowToRun): Promise<void> {
  const error: unknown = await one.run(how).then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('nothing'),
  );
  const wrong = judgeKnownFailure(known, error);
  if (wrong !== undefined) throw new ConformanceError('Known failures fail as known', `${one.id} ${wrong}`);
}
