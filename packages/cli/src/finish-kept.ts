import type { RunEnd } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { COMMANDS } from './commands/commands.ts';
import type { ExitCode } from './exit-codes.ts';
import type { OutputContext } from './output/publish.ts';

/** Hands out what a command kept, whichever it was; resolves to its exit code. */
export async function finishKept(context: OutputContext, kept: Kept, ending: RunEnd): Promise<ExitCode | undefined> {
  const finish = await COMMANDS.find(({ name }) => name === kept.command)?.finisher?.();
  return finish?.(context, kept, ending);
}
