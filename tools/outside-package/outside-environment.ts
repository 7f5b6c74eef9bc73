import { dirname, delimiter } from 'node:path';
import process from 'node:process';

/** The environment without what pnpm, npm and CI tell the scripts they run: a project outside knows nothing of this repository. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|pnpm_|NODE_OPTIONS$|NODE_PATH$|VITEST|CI$)/iu.test(name),
  );
  return {
    ...Object.fromEntries(own),
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    NO_COLOR: '1',
  };
}
