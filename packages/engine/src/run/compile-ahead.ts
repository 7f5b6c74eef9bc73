import { turn } from '../host/turn.ts';
import type { CaseProblem, RunnableCase } from '../plan/case.ts';
import type { MemoryBudget } from '../plan/memory-budget.ts';
import type { BuiltCase, RunScope } from './prepare-case.ts';
import { build, requestOf } from './prepare-case.ts';

/** Stored forms that are made ahead, all together: copying larger ones takes longer than compiling their kernels. */
const MOST_BYTES = 2 ** 24;
/** Kernels that compile at a time: with more of them each would be told to take longer than it does alone. */
const LANES = 4;
/** Kernels that compile ahead at most: of many more a backend forgets the first before it is prepared. */
const MOST_KERNELS = 64;

/** What was done for cases before the first of them is prepared. */
export interface Ahead {
  /** By the first case of each group of one stored form. */
  readonly built: ReadonlyMap<RunnableCase, BuiltCase | CaseProblem>;
  /** Milliseconds until the kernel of a case was there, which are of preparing it. */
  readonly compiledMs: ReadonlyMap<RunnableCase, number>;
}

/** Compiles the kernels of a small problem several at a time, on backends that can; nothing in a time budget, which may leave some of them out. */
export async function compileAhead(
  scope: RunScope,
  groups: readonly (readonly RunnableCase[])[],
  memory: MemoryBudget,
): Promise<Ahead> {
  const { budget, signal, onProgress } = scope.options;
  const built = new Map<RunnableCase, BuiltCase | CaseProblem>();
  const compiledMs = new Map<RunnableCase, number>();
  const compiles = ({ opened }: RunnableCase): boolean => opened.backend.compile !== undefined;
  const compiling = groups.filter((group) => group.some(compiles));
  const bytesOf = ([first]: readonly RunnableCase[]): number => first?.storage?.plan.hostBytes ?? 0;
  const bytes = compiling.reduce((sum, group) => sum + bytesOf(group), 0);
  if (budget || compiling.length === 0 || bytes > MOST_BYTES || memory.refusal(bytes)) return { built, compiledMs };
  onProgress('compiling kernels');
  const waiting: (readonly [RunnableCase, BuiltCase | undefined])[] = [];
  for (const group of compiling) {
    await turn();
    if (signal.aborted || waiting.length >= MOST_KERNELS) break;
    const [first] = group;
    const form = first?.storage && build(scope.workload, first.storage, scope.options);
    if (first && form) built.set(first, form);
    if (!form || 'stored' in form) waiting.push(...group.filter(compiles).map((current) => [current, form] as const));
  }
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [current, form] = next;
      const start = performance.now();
      try {
        await current.opened.backend.compile?.(requestOf(scope, current, form));
        compiledMs.set(current, performance.now() - start);
      } catch {
        // Preparing it tells why.
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { built, compiledMs };
}
