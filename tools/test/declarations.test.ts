import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { oneOfKind } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-declarations-'));

/** Names of everything that packages export, with its declarations. */
function declarations(): Readonly<Record<string, readonly string[]>> {
  const all: Record<string, string[]> = {};
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const manifest = parseJsonRecord(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
    for (const [entry, target] of Object.entries(recordAt(manifest, 'exports') ?? {})) {
      const types = typeof target === 'object' && target !== null && 'types' in target ? target.types : undefined;
      if (typeof types === 'string')
        all[`${String(manifest['name'])}${entry.slice(1)}`] = [join(ROOT, 'packages', name, types)];
    }
  }
  return all;
}

beforeAll(() => {
  const paths = declarations();
  const names = Object.keys(paths);
  writeFileSync(join(folder, 'all.ts'), names.map((name, i) => `export type * as t${i} from '${name}';\n`).join(''));
  const typeRoots = [join(ROOT, 'node_modules', '@types')];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots,
    paths,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['typescript-oldest', 'typescript'])('%s', (compiler) => {
  test('reads the declarations without skipLibCheck', oneOfKind(compiler === 'typescript-oldest'), () => {
    const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', timeout: 120_000 });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
