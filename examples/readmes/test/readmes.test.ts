import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lack } from '../../../tools/machine.ts';
import { needsFull, unless } from '../../../tools/needs.ts';
import { FULL } from '../../../tools/full-lane.ts';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = join(HERE, '..', '..', 'packages');
/** Their code needs a GPU or PETSc: it is compiled and not run. */
const DEVICES = new Set(['backend-cuda', 'backend-petsc', 'backend-webgpu']);
/** What compiled it, where their code needs what was compiled. */
const LACKING: Readonly<Record<string, string | undefined>> = {
  'kernels-native': lack('cxx', 'highway'),
  trace: lack('nvcc'),
};
/** What people open first; what others do is tried in the full lane, and compiled in both. */
const isFirst = (room: string): boolean => FULL || ['spmv', 'core', 'solvers'].includes(room);
// Inside this package, so that the packages it depends on are found.
const folder = mkdtempSync(join(HERE, '.readmes-'));

/** Every block of TypeScript in a README, by the name of the file it becomes. */
const blocks = readdirSync(PACKAGES).flatMap((room) => {
  const readme = join(PACKAGES, room, 'README.md');
  if (!existsSync(readme)) return [];
  return [...readFileSync(readme, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code], n) => ({
    room,
    name: `${room}-${n}.ts`,
    code: code as string,
  }));
});

beforeAll(() => {
  for (const { name, code } of blocks) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'a.mtx'), '%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.5\n2 1 2\n');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.test.json', include: [], files: blocks.map(({ name }) => name) }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the code in the READMEs of packages', () => {
  it('is there for most of them', () => {
    expect(new Set(blocks.map(({ room }) => room)).size).toBeGreaterThanOrEqual(10);
  });

  it('compiles as strictly as ours', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc'),
      '-p',
      folder,
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  for (const { room, name, code } of blocks.filter((block) => !DEVICES.has(block.room)))
    it(`${name} does what it says`, isFirst(room) ? unless(LACKING[room]) : needsFull(), async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=@spmv/source', join(folder, name)],
        {
          cwd: folder,
          maxBuffer: 2 ** 26,
        },
      );
      for (const [, expected = ''] of code.matchAll(/^process\.stdout\.write\(.*\); \/\/ (.+)$/gm))
        expect(stdout.split('\n')).toContain(expected);
    });
});
