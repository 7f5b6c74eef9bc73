// The main job on real matrices: every backend that is there, validated, timed, side by side.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, workingNode } from './environment.mjs';
import { setup } from './setup.mjs';
import { run, StageError } from './stage.mjs';

/** Installs, builds and runs `spmv bench` on the bundled matrices; resolves to its exit code. */
export async function demo(args) {
  await setup();
  const cli = join(ROOT, 'packages', 'cli', 'dist', 'main.js');
  if (!existsSync(cli)) throw new StageError(`The build left no ${cli}.`);
  const shown = ['spmv', 'bench', ...args].join(' ');
  process.stdout.write(`\n== ${shown}\n`);
  return run(workingNode(), [cli, 'bench', ...args], { cwd: ROOT });
}
