import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { discover } from '../src/discovery/installation.ts';
import { loadNeeded } from '../src/discovery/needed.ts';
import type { FakePackage } from './helpers/project.ts';
import { fakeProject, kernelSource, manifest, operationSource, pluginSource } from './helpers/project.ts';
import { ROOT, runCli, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

const ID = 'acme/zeroes';
const KERNEL = `js/${ID}-csr`;

/** A plugin that brings an operation and a kernel for it, and says so in its manifest unless told otherwise. */
function zeroes(
  name: string,
  provides: Readonly<Record<string, readonly string[]>> = { operations: [ID], kernels: [KERNEL] },
): FakePackage {
  const fields = `operations: [${operationSource(ID)}], kernels: [${kernelSource(KERNEL, ID)}]`;
  const source = `process.stderr.write('RAN ${name} ');\n${pluginSource(name, fields)}`;
  return { name, manifest: manifest(provides), files: { 'plugin.js': source } };
}

interface OperationRow {
  readonly id: string;
  readonly package: string;
  readonly formula: string | null;
  readonly options: readonly { readonly name: string; readonly default: unknown }[];
  readonly sizes: readonly { readonly name: string; readonly default: number }[];
  readonly kernels: number;
  readonly status: string;
  readonly reason: string | null;
}

async function rows<R>(command: string, cwd: string): Promise<readonly R[]> {
  const { code, stdout, stderr } = await runCli([command, '--json'], { cwd });
  expect(stderr).not.toMatch(STACK_TRACE);
  expect(code).toBe(0);
  return JSON.parse(stdout) as R[];
}

it('operations lists what can be computed: as a table, as JSON and as CSV', async () => {
  const cwd = fakeProject({ workspace: ['backend-serial', 'formats'], packages: [zeroes('zeroes')] });
  const listed = await rows<OperationRow>('operations', cwd);
  expect(listed.find(({ id }) => id === 'spmv')).toMatchObject({
    package: '@spmv/core',
    formula: 'y ← αAx + βy',
    options: [{ name: 'transpose', default: false }],
    sizes: [],
    status: 'available',
  });
  const kernels = await rows<{ readonly operation: string }>('kernels', cwd);
  expect(listed.find(({ id }) => id === 'spmv')?.kernels).toBe(
    kernels.filter(({ operation }) => operation === 'spmv').length,
  );
  expect(listed.find(({ id }) => id === ID)).toMatchObject({
    package: 'zeroes',
    formula: 'y ← 0',
    sizes: [{ name: 'vectors', default: 4, doc: 'How many.' }],
    kernels: 1,
    status: 'available',
  });
  const csv = join(temporaryFolder(), 'operations.csv');
  const { stdout } = await runCli(['operations', '--width', '200', '--csv', csv], { cwd });
  expect(stdout).toMatch(/acme\/zeroes +y ← 0 +transpose=false of false true +vectors=4 +1 +zeroes/);
  expect(readFileSync(csv, 'utf8')).toContain(
    'acme/zeroes,zeroes,zeroes,y ← 0,transpose=false of false true,vectors=4,1,available',
  );
}, 120_000);

it('kernels says which operation and variant each computes, and which operation is not installed', async () => {
  const stray = {
    name: 'stray',
    manifest: manifest({ kernels: ['js/acme/stray'] }),
    files: { 'plugin.js': pluginSource('stray', `kernels: [${kernelSource('js/acme/stray', 'acme/nowhere')}]`) },
  };
  const cwd = fakeProject({ workspace: ['backend-serial', 'formats'], packages: [zeroes('zeroes'), stray] });
  const listed = await rows<{ readonly id: string; readonly operation: string; readonly orphan: boolean }>(
    'kernels',
    cwd,
  );
  expect(listed.find(({ id }) => id === KERNEL)).toMatchObject({
    operation: ID,
    options: { transpose: true },
    orphan: false,
  });
  expect(listed.find(({ id }) => id === 'js/acme/stray')).toMatchObject({ operation: 'acme/nowhere', orphan: true });
  const { stdout } = await runCli(['kernels', '--width', '250'], { cwd });
  expect(stdout).toMatch(/js\/acme\/zeroes-csr +acme\/zeroes transpose=true +csr /);
  expect(stdout).toMatch(/js\/acme\/stray +acme\/nowhere \(not installed\) transpose=true +csr /);
}, 120_000);

it('a manifest that says other operations than the plugin brings is found, either way, and so is a list that is none', async () => {
  const reasons = async (provides: Readonly<Record<string, readonly string[]>>): Promise<string> =>
    (await runCli(['operations'], { cwd: fakeProject({ packages: [zeroes('liar', provides)] }) })).stderr;
  expect(await reasons({ operations: [ID, 'acme/more'], kernels: [KERNEL] })).toContain(
    'promises operations that it does not bring: acme/more',
  );
  expect(await reasons({ kernels: [KERNEL] })).toContain(`brings operations that its manifest does not name: ${ID}`);
  expect(await reasons({ operations: ID as never })).toContain('lists "provides.operations" as something other');
  const broken = fakeProject({ packages: [zeroes('liar', { operations: [ID, 'acme/more'], kernels: [KERNEL] })] });
  expect((await rows<OperationRow>('operations', broken)).find(({ id }) => id === 'acme/more')).toMatchObject({
    package: 'liar',
    formula: null,
    status: 'unavailable',
    reason: expect.stringContaining('does not bring'),
  });
}, 120_000);

it("no plugin replaces core's operation, and the first of two keeps an id", async () => {
  const usurper = {
    name: 'usurper',
    manifest: manifest({ operations: ['spmv'] }),
    files: { 'plugin.js': pluginSource('usurper', `operations: [${operationSource('spmv')}]`) },
  };
  const cwd = fakeProject({ packages: [usurper, zeroes('first'), zeroes('second')] });
  const { code, stderr, stdout } = await runCli(['operations', '--json'], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "It brings operation 'spmv', which @spmv/core (in this command) already brings. usurper@1.0.0",
  );
  expect(stderr).toContain(`It brings operation '${ID}', which first@1.0.0`);
  const spmv = (JSON.parse(stdout) as OperationRow[]).find(({ id }) => id === 'spmv');
  expect(spmv).toMatchObject({ package: '@spmv/core', status: 'available' });
}, 120_000);

it('a plugin that brings an operation and kernels for it runs when that operation is computed, and not for SpMV', async () => {
  const cwd = fakeProject({ packages: [zeroes('zeroes')] });
  const { stderr } = await runCli(['validate', 'cage4', '--format', 'csr', '--backend', 'serial'], { cwd });
  expect(stderr).not.toContain('RAN');
  const load = async (needs: Parameters<typeof loadNeeded>[1]): Promise<readonly string[]> => {
    const link = { guard: async <T>(_: unknown, work: () => Promise<T>): Promise<T> => work(), excluded: [] };
    const own = join(ROOT, 'packages', 'cli');
    const { registry } = await loadNeeded(await discover({ cwd, own, plugins: [], link }), needs);
    return registry.operations.map(({ id }) => id);
  };
  expect(await load({ formats: ['csr'], backends: ['serial'] })).toEqual(['spmv']);
  expect(await load({ operation: ID, formats: ['csr'], backends: ['serial'] })).toEqual(['spmv', ID]);
  // A kernel named by itself brings what it computes along, and an unknown name everything, so that near ones can be told.
  expect(await load({ kernels: [KERNEL], backends: ['serial'] })).toEqual(['spmv', ID]);
  expect(await load({ operation: 'acme/zeros', formats: ['csr'], backends: ['serial'] })).toEqual(['spmv', ID]);
}, 120_000);

it('the transposed product is not compared with the serial loop of the plain one, and has no speed-up over it', async () => {
  const transposed = ['--backend', 'serial', '--kernel', 'wasm/csr-transposed', '--option', 'transpose=true'];
  const { code, stdout } = await runCli(['bench', 'west2021', ...transposed, '--json', '--quiet']);
  const { results, matrices } = JSON.parse(stdout) as {
    readonly results: readonly { readonly status: string; readonly speedup: number | null }[];
    readonly matrices: readonly {
      readonly agreement: readonly { readonly pairs: readonly { readonly ratio: number }[] }[];
    }[];
  };
  expect(code).toBe(0);
  expect(results.map(({ status, speedup }) => [status, speedup])).toContainEqual(['ok', null]);
  expect(
    matrices.flatMap(({ agreement }) => agreement.flatMap(({ pairs }) => pairs.map(({ ratio }) => ratio <= 1))),
  ).not.toContain(false);
}, 120_000);
