import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlugin } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-create-'));

beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../tools/stage-templates.ts', import.meta.url))]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function textOf(project: string): string {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');
}

function manifestIn(project: string): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
}

describe('createPlugin', () => {
  it.each([
    ['format', 'dia', '@widgets/spmv-wide-band'],
    ['kernel', 'pairwise', '@widgets/spmv-wide-band'],
    ['operation', 'magnitudes', '@widgets/spmv-wide-band'],
    ['backend', 'plain', '@widgets/spmv-backend-wide-band'],
    ['file', 'edges', '@widgets/spmv-wide-band'],
  ] as const)('renames all of the %s template', (kind, old, name) => {
    const project = join(folder, kind);
    expect(createPlugin({ folder: project, id: 'widgets/wide-band', kind })).toBe(name);
    const text = textOf(project);
    expect(text).not.toMatch(/acme|workspace:|@spmv\/source/);
    expect(text).not.toMatch(new RegExp(`\\b${old}\\b`, 'i'));
    expect(text).toContain(kind === 'kernel' ? 'js/widgets/csr-wide-band' : 'widgets/wide-band');
    expect(text).toContain('wideBand');
    if (kind === 'file') expect(text).toContain("endings: ['.wide-band']");
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, unknown>;
    // pnpm does not install what has a script that nobody spoke about.
    expect(text.includes('allowBuilds:\n  webgpu: false')).toBe('webgpu' in (manifest['devDependencies'] as object));
    expect(manifest).toMatchObject({
      name,
      type: 'module',
      sideEffects: false,
      publishConfig: { access: 'public' },
      spmv: { apiVersion: 2, entry: './dist/plugin.js' },
    });
    expect(manifest).not.toHaveProperty('private');
    expect((manifest['dependencies'] as Record<string, string>)['@spmv/core']).toMatch(/^\^\d/);
  });

  it('gives it a licence, a description of its own, and tests without a test framework', () => {
    const project = join(folder, 'described');
    createPlugin({ folder: project, id: 'widgets/wide-band', kind: 'backend', package: '@widgets/wide' });
    expect(readFileSync(join(project, 'LICENSE'), 'utf8')).toMatch(
      new RegExp(
        `^MIT License\n\nCopyright \\(c\\) ${new Date().getFullYear()} the authors of @widgets/wide\n\nPermission`,
      ),
    );
    const manifest = manifestIn(project);
    expect(manifest['description']).toMatch(/^A backend for spmv/);
    expect(textOf(project)).not.toMatch(/template|vitest/);
    expect(manifest['scripts']).toEqual({
      build: 'tsc -b',
      prepack: 'tsc -b && spmv conform . --tier full 1>&2',
      test: 'tsc -b && node --test --test-reporter=@spmv/testkit/reporter test/*.test.js',
    });
    expect(manifest['devDependencies']?.['@types/node']).toBe('^20.19.0');
  });

  it('ends with what to run next, the kit among it', () => {
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const project = join(folder, 'told');
    const told = execFileSync(process.execPath, [main, project, '--id', 'widgets/wide-band'], { encoding: 'utf8' });
    expect(told).toBe(
      `${project} holds @widgets/spmv-wide-band. Next, there: npm install && npm test && npx spmv conform . && npm pack\n`,
    );
  });

  it('overwrites nothing', () => {
    expect(() => createPlugin({ folder, id: 'a/b', kind: 'format' })).toThrow('is not empty');
  });

  it('says what is wrong with an id', () => {
    expect(() => createPlugin({ folder: join(folder, 'new'), id: 'Dia', kind: 'format' })).toThrow(
      "'Dia' is not an id",
    );
  });
});
