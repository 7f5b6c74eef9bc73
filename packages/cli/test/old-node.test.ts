import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Makes a Node say that it is an older one. */
const OLDER =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.8"}})';
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const front = new URL('../../spmv/src/node/index.ts', import.meta.url);

it.each([
  ['the command', [main, 'backends']],
  [
    'openMatrix',
    ['--input-type=module', '--eval', `import { openMatrix } from '${front.href}'; await openMatrix([[1]]);`],
  ],
])('refuses a Node that is too old, before anything else: %s', (_, args) => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', OLDER, '--conditions=@spmv/source', ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toContain('spmv does not run on Node 18.20.8.');
  expect(stderr).toContain('Install Node ^20.19.0 || >=22.12.0');
  expect(status).toBe(1);
});
