import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fakeProject, manifest } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const TOYS = new URL('../../../tools/outside/toy-operations/', import.meta.url);
const FILES = ['masked.js', 'masked-js.js', 'kernel.js'].map((name) => [
  name,
  readFileSync(fileURLToPath(new URL(name, TOYS)), 'utf8'),
]);

// The honest kernel first; then kernels that say something else after it in their numeric phase.
const PLUGIN = `
import { SpmvError } from '@spmv/core';
import { masked, maskedKernels } from './masked.js';
const [honest] = maskedKernels;
const lie = (name, body) => ({
  ...honest,
  id: 'js/acme/csr-masked-' + name,
  *numeric(context, params) {
    yield* honest.numeric(context, params);
    const text = 'export function lie({ memory: { "C.values": values, "C.colIndex": columns, "C.rowStart": starts } }) {' + body + '}';
    const module = 'data:text/javascript,' + encodeURIComponent(text);
    yield { do: 'run', program: { passes: [{ module, export: 'lie', partition: { unit: 'rows', count: 1 } }] } };
  },
});
// So much work that the first and the last row alone are judged.
const sampled = { ...masked, rowWork: ({ A }) => new Float64Array(A.shape.rows).fill(2 ** 22) };
export default {
  name: 'acme',
  apiVersion: 2,
  matrixOperations: [sampled],
  matrixKernels: [
    honest,
    lie('value', 'values[0] *= 1.5;'),
    lie('column', 'columns[starts[1] - 1]++;'),
    lie('hidden', 'columns[starts[6] - 1]++;'),
    { ...honest, id: 'js/acme/csr-masked-absent', *symbolic() { throw new SpmvError('BACKEND.UNAVAILABLE', 'There is no addon.', { fix: 'Build it.' }); } },
  ],
};`;

const cwd = fakeProject({
  workspace: ['backend-serial', 'core'],
  packages: [
    {
      name: 'acme',
      manifest: manifest({
        matrixOperations: ['acme/masked'],
        matrixKernels: [
          'js/acme/csr-masked',
          ...['value', 'column', 'hidden', 'absent'].map((name) => `js/acme/csr-masked-${name}`),
        ],
      }),
      files: { ...Object.fromEntries(FILES), 'plugin.js': PLUGIN },
    },
  ],
});

interface Row {
  readonly kernel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly compared: number | null;
  readonly elements: number | null;
}

test("a stranger's matrix operation is checked: values, positions, and positions that the oracle did not look at", async () => {
  const flags = ['--operation', 'acme/masked', '--precision', 'f64', '--json'];
  const { code, stdout } = await runCli(['validate', 'gen:stencil5?n=4', ...flags], { cwd });
  const { results, matrices } = JSON.parse(stdout) as {
    readonly results: readonly Row[];
    readonly matrices: readonly { readonly sampled: object[] }[];
  };
  expect(code).toBe(3);
  expect(
    results.map(({ kernel, status, reason }) => [kernel.replace('js/acme/csr-masked', ''), status, reason]),
  ).toEqual([
    ['', 'ok', null],
    ['-value', 'failed', expect.stringMatching(/^C\[0, 0\] is .* where .* is exact/u)],
    ['-column', 'failed', expect.stringMatching(/row 0 has 3 entries and should have 3; entry 2 is column/u)],
    [
      '-hidden',
      'failed',
      expect.stringMatching(/^C has entries elsewhere than by serial csr .* in rows that the oracle did not look at/u),
    ],
    ['-absent', 'unavailable', 'There is no addon.'],
  ]);
  expect(matrices[0]?.sampled).toEqual([{ operand: 'C', compared: 3, elements: 64 }]);
});

test('where compiled code of a kernel is missing, multiply says so and takes the next one', async () => {
  const multiply = ['multiply', 'gen:stencil5?n=4', '--operation', 'acme/masked'];
  const named = await runCli([...multiply, '--kernel', 'js/acme/csr-masked-absent'], { cwd });
  expect([named.code, named.stderr]).toEqual([6, expect.stringContaining('There is no addon.')]);
  const own = fakeProject({
    workspace: ['backend-serial', 'core'],
    packages: [
      {
        name: 'acme',
        manifest: manifest({
          matrixOperations: ['acme/masked'],
          matrixKernels: ['js/acme/csr-masked', 'js/acme/csr-masked-absent'],
        }),
        files: {
          ...Object.fromEntries(FILES),
          'plugin.js': `${PLUGIN.replace('export default', 'const all =')}
export default { ...all, matrixKernels: [all.matrixKernels[4], honest] };`,
        },
      },
    ],
  });
  const { code, stderr } = await runCli(multiply, { cwd: own });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /js\/acme\/csr-masked-absent is not used: There is no addon\.[^]*by js\/acme\/csr-masked on serial, f64: 16 × 16, 64 entries/u,
    ),
  ]);
  const json = await runCli([...multiply, '--json'], { cwd: own });
  expect(JSON.parse(json.stdout)).toMatchObject({
    kernel: 'js/acme/csr-masked',
    passedOver: [{ kernel: 'js/acme/csr-masked-absent', reason: 'There is no addon.', fix: 'Build it.' }],
  });
});
