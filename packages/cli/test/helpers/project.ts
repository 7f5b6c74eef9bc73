import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, temporaryFolder } from './run-cli.ts';

export interface FakePackage {
  readonly name: string;
  readonly version?: string;
  /** The field "spmv"; absent for a package that is no plugin. */
  readonly manifest?: unknown;
  /** Files by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Declared in package.json but not there. */
  readonly missing?: boolean;
}

export interface FakeProject {
  readonly packages?: readonly FakePackage[];
  /** Links to packages of this workspace: `backend-serial`. */
  readonly workspace?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A project in a folder of its own, with packages installed in its node_modules. */
export function fakeProject({ packages = [], workspace = ['backend-serial'], files = {} }: FakeProject): string {
  const folder = temporaryFolder();
  const names = [...workspace.map((name) => `@spmv/${name}`), ...packages.map(({ name }) => name)];
  write(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a-project', dependencies: Object.fromEntries(names.map((name) => [name, '*'])) }),
  );
  for (const name of workspace) {
    mkdirSync(join(folder, 'node_modules', '@spmv'), { recursive: true });
    symlinkSync(join(ROOT, 'packages', name), join(folder, 'node_modules', '@spmv', name), 'junction');
  }
  for (const { name, version = '1.0.0', manifest, files: contents = {}, missing = false } of packages) {
    if (missing) continue;
    const home = join(folder, 'node_modules', name);
    write(
      join(home, 'package.json'),
      JSON.stringify({
        name,
        version,
        type: 'module',
        exports: { '.': './nothing.js' },
        ...(manifest === undefined ? {} : { spmv: manifest }),
      }),
    );
    for (const [path, text] of Object.entries(contents)) write(join(home, path), text);
  }
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  return folder;
}

/** A manifest for `./plugin.js`. */
export function manifest(provides: Readonly<Record<string, readonly string[]>>, apiVersion = 2): unknown {
  return { apiVersion, entry: './plugin.js', provides };
}

/** Source of a plugin module that brings what `fields` says, an object literal's inside. */
export function pluginSource(name: string, fields: string): string {
  return `export default { name: '${name}', apiVersion: 2, ${fields} };\n`;
}

/** A js kernel of csr whose loop ends with `body`, which sees y, i, sum, alpha and beta. */
export function csrKernel(name: string, id: string, body: string): FakePackage {
  const kernel = `{
    kind: 'kernel', id: '${id}', operation: 'spmv', target: 'js', format: 'csr', title: 'a kernel', sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }], reproducibility: 'run-to-run', requires: [], params: { axes: {} },
    program: ({ matrix }) => ({ passes: [{ module: new URL('./loop.js', import.meta.url).href, export: 'loop', partition: { unit: 'rows', count: matrix.shape.rows } }] }),
  }`;
  const loop = `export function loop({ arrays, x, y, alpha, beta, begin, end }) {
    for (let i = begin; i < end; i++) {
      let sum = 0;
      for (let k = arrays.rowStart[i]; k < arrays.rowStart[i + 1]; k++) sum += arrays.values[k] * x[arrays.colIndex[k]];
      ${body}
    }
  }\n`;
  return {
    name,
    manifest: manifest({ kernels: [id] }),
    files: { 'plugin.js': pluginSource(name, `kernels: [${kernel}]`), 'loop.js': loop },
  };
}

/** A backend that is never opened. */
export function backendSource(
  id: string,
  probe = `({ available: false, reason: 'No such device.', fix: 'Buy one.' })`,
): string {
  return `{ kind: 'backend', id: '${id}', title: 'a backend', targets: ['js'], launchParams: { axes: {} }, probe: async () => ${probe}, open: async () => { throw new Error('never'); } }`;
}

/** Source that blocks its thread for so many milliseconds. It sleeps: processors are short where tests run. */
export function blocking(ms: number): string {
  return `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
}

/** Source that does not come back for 20 s, between a line on standard error with the id of the process and one that says that nobody ended it. */
export const BUSY = `writeSync(2, 'BUSY in ' + process.pid + '\\n'); ${blocking(20_000)} writeSync(2, 'NOT STOPPED\\n');`;

/** A format like csr that runs `body` before it is built. It has a kernel that never runs. */
export function slowFormat(name: string, body: string): FakePackage {
  return {
    name,
    manifest: manifest({ formats: [`acme/${name}`], kernels: [`js/acme/${name}`] }),
    files: {
      'plugin.js': `import { writeSync } from 'node:fs';
import { csr } from ${JSON.stringify(`${ROOT}/packages/formats/src/index.ts`)};
const format = { ...csr, id: 'acme/${name}', build: (coo) => { ${body} } };
const kernel = { kind: 'kernel', id: 'js/acme/${name}', operation: 'spmv', target: 'js', format: 'acme/${name}', title: 'none', sources: [], precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise', requires: [], params: { axes: {} }, program: () => ({ passes: [] }) };
${pluginSource(name, 'formats: [format], kernels: [kernel]')}`,
    },
  };
}

/** An operation y ← 0 of `id` that is never computed. */
export function operationSource(id: string): string {
  return `{ kind: 'operation', id: '${id}', title: 'zeroes', formula: 'y ← 0', sources: [],
    options: { transpose: { values: [false, true], default: false, doc: '' } }, sizes: { vectors: { default: 4, doc: 'How many.' } },
    operands: () => [{ role: 'matrix', name: 'A' }, { role: 'vector', name: 'y', length: 'rows', access: 'write' }],
    trivial: { sizes: [], scalars: [] }, flops: () => 0, reference: () => ({}), checks: [] }`;
}

/** A js kernel of csr for an operation, never run. */
export function kernelSource(id: string, operation: string): string {
  return `{ kind: 'kernel', id: '${id}', operation: '${operation}', options: { transpose: true }, target: 'js', format: 'csr', title: 'a kernel', sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }], reproducibility: 'bitwise', requires: [], params: { axes: {} }, program: () => ({ passes: [] }) }`;
}
