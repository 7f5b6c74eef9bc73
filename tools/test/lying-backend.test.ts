import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlugin, npm } from '../outside-package/make-plugin.ts';
import { type EndedProgram, runOutside } from '../outside-package/run-outside.ts';
import { packAll } from '../packages/pack-all.ts';
import { needs } from '../needs.ts';

/** What the operator of a scaffolded backend does in place of its product, which `honest` is. */
const LIES = {
  'does nothing': '() => {}',
  'ignores beta': '(buffers, [alpha]) => honest.apply(buffers, [alpha, 0])',
  'drops the last row':
    '(buffers, scalars) => { const { data } = buffers.at(-1); const kept = data.at(-1); honest.apply(buffers, scalars); data[data.length - 1] = kept; }',
  'swaps the order of two products': `(buffers, scalars) => {
    const [mine, numbers] = [[...buffers], [...scalars]]; // both lists are reused
    const work = () => honest.apply(mine, numbers);
    const flush = () => { const first = globalThis.waiting; globalThis.waiting = undefined; first?.(); };
    if (globalThis.waiting) { work(); flush(); } else { globalThis.waiting = work; queueMicrotask(flush); }
  }`,
  'is wrong above 3,000 rows':
    '(buffers, scalars) => { honest.apply(buffers, scalars); buffers.at(-1).data.fill(0, 3000); }',
  'has a clock that tells a twentieth of the time': `honest.apply, time: async (buffers, scalars, runs) => Float64Array.from({ length: runs }, () => {
    const begin = performance.now();
    honest.apply(buffers, scalars);
    return (performance.now() - begin) / 20;
  })`,
} as const;

/** What else is replaced in its built files. */
const CHANGES = {
  'ignores what a pass sets': ['operator.js', 'pass.set?.[name] ?? ', ''],
  'declares an f16 that it does not have': ['driver.js', "['f64', 'f32']", "['f64', 'f32', 'f16']"],
} as const;

describe(
  'a scaffolded backend, with packed packages alone and no kernel declared for the command',
  needs('pnpm'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-lying-'));
    let backend = '';
    let built = '';

    beforeAll(async () => {
      const packed = join(folder, 'packed');
      mkdirSync(packed);
      backend = await makePlugin({ folder, packed: await packAll(packed), kind: 'backend', id: 'stranger/plain' });
      await npm(backend, ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']);
      await npm(backend, ['run', 'build']);
      built = readFileSync(join(backend, 'dist', 'operator.js'), 'utf8');
    }, 600_000);

    afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

    const conform = (): Promise<EndedProgram> =>
      runOutside(join(backend, 'node_modules', '.bin', 'spmv'), ['conform', '.'], backend);

    /** Puts `lie` in place of the product of the built backend. */
    function lieBy(lie: string): void {
      const [before, after] = built.split('    return {\n        bytesResident');
      const end = after?.lastIndexOf('    };\n}') ?? -1;
      expect(end).toBeGreaterThan(0);
      const text = `${before}    const honest = {\n        bytesResident${after?.slice(0, end)}    };\n    return { ...honest, apply: ${lie} };\n}${after?.slice(end + '    };\n}'.length)}`;
      writeFileSync(join(backend, 'dist', 'operator.js'), text);
    }

    async function expectRefusal(): Promise<void> {
      const { code, stdout } = await conform();
      expect(stdout).toContain('does not conform');
      expect(code).toBe(3);
    }

    test('conforms as it was made, and says how many products were compared', { timeout: 300_000 }, async () => {
      const { code, stdout, stderr } = await conform();
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/conforms: .*products compared \(stranger\/plain \d{4,}\)/u);
    });

    // The kit's own tests tell every lie in one process.
    for (const [name, lie] of Object.entries(LIES))
      test(`never conforms when it ${name}`, { timeout: 300_000 }, async () => {
        lieBy(lie);
        await expectRefusal();
      });

    for (const [name, [file, from, to]] of Object.entries(CHANGES))
      test(`never conforms when it ${name}`, { timeout: 300_000 }, async () => {
        writeFileSync(join(backend, 'dist', 'operator.js'), built);
        const path = join(backend, 'dist', file);
        const honest = readFileSync(path, 'utf8');
        expect(honest).toContain(from);
        writeFileSync(path, honest.replace(from, to));
        await expectRefusal();
        writeFileSync(path, honest);
      });
  },
);
