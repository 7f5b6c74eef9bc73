// A clone made ready to run.
import { install, ROOT } from './environment.mjs';
import { stage, StageError } from './stage.mjs';

/** Installs everything, and builds everything or projects and what they need; resolves to the exit code. */
export async function setup(projects = []) {
  await install();
  const build = projects.length === 0 ? ['run', 'build'] : ['exec', 'nx', 'run-many', '-t', 'build', '-p', ...projects];
  if ((await stage('build', 'pnpm', build, { cwd: ROOT })) !== 0) throw new StageError('The build failed; see above.');
  return 0;
}
