// The page, built and served on this machine.
import { join } from 'node:path';
import { ROOT, workingNode } from './environment.mjs';
import { setup } from './setup.mjs';
import { run } from './stage.mjs';

/** Installs, builds what the page needs, and serves apps/playground; resolves to the exit code once it is ended. */
export async function playground(args) {
  await setup(['@spmv/playground']);
  return run(workingNode(), [join(ROOT, 'apps', 'playground', 'serve', 'main.ts'), ...args], { cwd: ROOT });
}
