// A clone made ready to run.
import { install, ROOT } from './environment.mjs';
import { stage, StageError } from './stage.mjs';

/** Installs and builds everything; resolves to the exit code. */
export async function setup() {
  await install();
  if ((await stage('build', 'pnpm', ['run', 'build'], { cwd: ROOT })) !== 0)
    throw new StageError('The build failed; see above.');
  return 0;
}
