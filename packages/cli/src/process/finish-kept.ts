import type { Ending, Finisher, OutputContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Kept } from './keeper.ts';

/** Who makes the output of a command from what it kept. */
const FINISHERS: Readonly<Record<string, () => Promise<{ readonly finish: Finisher }>>> = {
  bench: () => import('../commands/bench.ts'),
  validate: () => import('../commands/validate.ts'),
  sweep: () => import('../commands/sweep.ts'),
  tune: () => import('../commands/tune.ts'),
  conform: () => import('../commands/conform.ts'),
};

/** Hands out what a command kept, whichever it was; resolves to its exit code. */
export async function finishKept(context: OutputContext, kept: Kept, ending: Ending): Promise<ExitCode | undefined> {
  const module = await FINISHERS[kept.command]?.();
  return module?.finish(context, kept, ending);
}
