import { COMMANDS } from './commands/commands.ts';
import type { Ending } from './documents/context.ts';
import type { ExitCode } from './exit-codes.ts';
import type { OutputContext } from './output/publish.ts';
import type { Kept } from './process/keeper.ts';

/** Hands out what a command kept, whichever it was; resolves to its exit code. */
export async function finishKept(context: OutputContext, kept: Kept, ending: Ending): Promise<ExitCode | undefined> {
  const finish = await COMMANDS.find(({ name }) => name === kept.command)?.finisher?.();
  return finish?.(context, kept, ending);
}
