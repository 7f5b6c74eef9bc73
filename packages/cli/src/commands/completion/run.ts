import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import type { Shell } from './scripts.ts';
import { SCRIPTS } from './scripts.ts';

/** `spmv completion bash`: what a shell evaluates to complete command lines. */
export async function run(context: Context, shell: Shell): Promise<ExitCode> {
  const script = SCRIPTS[shell];
  await publish(context, {
    document: { schema: 'spmv.completion/1', shell, script },
    rows: [],
    text: () => script,
  });
  return EXIT.ok;
}
