import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeProject, type Project } from '../../outside-package/make-project.ts';
import { runOutside } from '../../outside-package/run-outside.ts';
import { packedWithNeeds } from '../../outside-package/with-needs.ts';
import { needsFull } from '../../needs.ts';

const PROGRAM = `import { openMatrix } from 'spmv';

const n = 60;
const rows: number[] = [];
const cols: number[] = [];
const values: number[] = [];
for (let i = 0; i < n; i++)
  for (const [j, value] of [[i - 1, -1], [i, 2.5], [i + 1, -1]] as const)
    if (j >= 0 && j < n) {
      rows.push(i);
      cols.push(j);
      values.push(value);
    }
await using A = await openMatrix({ shape: { rows: n, cols: n }, rowIndex: rows, colIndex: cols, values }, { backend: 'serial' });
const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i));
const y: Float64Array = A.multiplySync(x);
const found = await A.solve(y, { rtol: 1e-12 });
const error = Math.max(...found.x.map((value, i) => Math.abs(value - (x[i] ?? 0))));
console.log(JSON.stringify({ method: found.method, converged: found.converged, right: error < 1e-9 }));
`;

const STRICT = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'esnext.disposable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    rootDir: 'src',
    outDir: 'built',
  },
  include: ['src'],
};

/** The programs of the README. */
const READMES = [
  ...readFileSync(new URL('../../../packages/spmv/README.md', import.meta.url), 'utf8').matchAll(
    /^```ts\n(.*?)^```/gmsu,
  ),
];

/** A program of this repository's own tools, which need not be part of the project. */
const tool = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

describe('a project in strict TypeScript that installs spmv alone', needsFull('pnpm'), () => {
  let project: Project;

  beforeAll(async () => {
    project = await makeProject(packedWithNeeds(inject('packed'), 'spmv'));
    mkdirSync(join(project.folder, 'src'));
    writeFileSync(join(project.folder, 'src', 'main.ts'), PROGRAM);
    for (const [place, [, program = '']] of READMES.entries())
      writeFileSync(join(project.folder, 'src', `readme-${place}.ts`), program);
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(STRICT));
    const bundler = { module: 'esnext', moduleResolution: 'bundler', noEmit: true };
    writeFileSync(
      join(project.folder, 'bundler.json'),
      JSON.stringify({ extends: './tsconfig.json', compilerOptions: bundler }),
    );
  });

  afterAll(() => project.remove());

  test.each([
    ['typescript-oldest', 'bundler.json'],
    ['typescript-oldest', 'tsconfig.json'],
    ['typescript', 'bundler.json'],
    ['typescript', 'tsconfig.json'],
  ])(
    'is compiled by %s as %s says, with every check, declarations and the programs of the README included',
    async (compiler, config) => {
      const args = [tool(`${compiler}/bin/tsc`), '-p', config];
      const { code, stdout, stderr } = await runOutside(process.execPath, args, project.folder);
      expect([code, stdout, stderr]).toEqual([0, '', '']);
    },
  );

  test('solves', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join('built', 'main.js')], { cwd: project.folder });
    expect(JSON.parse(stdout)).toEqual({ method: 'cholesky', converged: true, right: true });
  });

  test('is built by Vite for a page, with nothing of Node in it', async () => {
    writeFileSync(
      join(project.folder, 'index.html'),
      '<!doctype html><script type="module" src="/src/main.ts"></script>',
    );
    const args = [tool('vite/bin/vite.js'), 'build', '--target', 'es2022', '--logLevel', 'warn'];
    const { code, stdout, stderr } = await runOutside(process.execPath, args, project.folder);
    expect([code, `${stdout}${stderr}`]).toEqual([0, '']);
    expect(readdirSync(join(project.folder, 'dist'))).toContain('index.html');
  });
});
