// A clone made ready to run.
import { join } from 'node:path';
import { install, ROOT, workingNode } from './environment.mjs';
import { quietStage, stage, StageError } from './stage.mjs';

/** Where what a stage says is kept. */
export const logOf = (name) => join(ROOT, 'tmp', `${name.replaceAll(' ', '-')}.log`);

/** Runs a tool of the workspace on its Node, what it says going to a log. Throws where it fails. */
export async function tool(name, ...args) {
  if ((await quietStage(name, logOf(name), workingNode(), args, { cwd: ROOT })) !== 0)
    throw new StageError(`${name} failed; see above.`);
}

/** Installs everything, builds what is published and, for `page`, the page with its documents; resolves to the exit code. */
export async function setup([what] = []) {
  await install();
  await tool('build', 'tools/build.ts');
  if (what === 'page' && (await stage('page', 'pnpm', ['exec', 'nx', 'run-many', '-t', 'site'], { cwd: ROOT })) !== 0)
    throw new StageError('The page was not built; see above.');
  return 0;
}
