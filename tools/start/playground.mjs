// The page, built and served on this machine.
import { join } from 'node:path';
import { ROOT, workingNode } from './environment.mjs';
import { setup } from './setup.mjs';
import { run } from './stage.mjs';

/** Installs, builds the packages and the page, and serves it; resolves to the exit code once it is ended. */
export async function playground(args) {
  await setup(['page']);
  return run(workingNode(), [join(ROOT, 'apps', 'playground', 'serve', 'main.ts'), ...args], { cwd: ROOT });
}
