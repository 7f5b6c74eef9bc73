import { PRECISION_NAMES, PRECISIONS } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { runModule } from './child.ts';
import type { PluginFolder } from './package-folder.ts';
import { entryUrl } from './package-folder.ts';

const FILES = 'The package can be discovered and installed without running anything';
const QUIET = 'Importing a plugin starts nothing: it prints nothing and lets the process end';
const EXITS = 'The process ends by itself after a backend was disposed of';

/** How long a process may take, starting included. */
const DEFAULT_LIMIT_MS = 60_000;

function files(where: PluginFolder, recorder: Recorder): void {
  const { json, folder } = where;
  const details = { package: json.name ?? folder };
  ensure(
    typeof json.name === 'string' && typeof json.version === 'string',
    FILES,
    'it has no name or version',
    details,
  );
  ensure(typeof json.spmv === 'object' && json.spmv !== null, FILES, 'its package.json has no field "spmv"', details);
  ensure(entryUrl(where) !== undefined, FILES, `entry '${json.spmv.entry}' is not a file inside it`, details);
  ensure(json.sideEffects === false, FILES, '"sideEffects" is not false', details);
  const exported =
    json.exports === undefined ||
    (typeof json.exports === 'object' && json.exports !== null && './package.json' in json.exports);
  ensure(exported, FILES, '"exports" does not have "./package.json"', details);
  const script = ['preinstall', 'install', 'postinstall'].find((name) => json.scripts?.[name] !== undefined);
  ensure(script === undefined, FILES, `it has a script "${script}"`, details);
  ensure(
    '@spmv/core' in { ...json.dependencies, ...json.peerDependencies },
    FILES,
    '@spmv/core is neither a dependency nor a peer dependency',
    details,
  );
  recorder.compare();
}

async function quiet(where: PluginFolder, limitMs: number, recorder: Recorder): Promise<void> {
  const url = entryUrl(where);
  const details = { package: where.json.name ?? where.folder };
  ensure(url !== undefined, FILES, 'its entry is not there', details);
  const end = await runModule(
    `const { default: plugin } = await import(${JSON.stringify(url)}); if (typeof plugin?.name !== 'string') process.exitCode = 3;`,
    limitMs,
  );
  ensure(end.code !== null, QUIET, `the process was still running after ${limitMs} ms`, details);
  ensure(end.code !== 3, QUIET, 'the entry has no default export with a name', details);
  ensure(end.code === 0, QUIET, () => `it ended with code ${end.code}: ${end.stderr.trim().slice(-500)}`, details);
  ensure(
    end.stdout === '' && end.stderr === '',
    QUIET,
    () => `it printed: ${(end.stdout + end.stderr).trim().slice(0, 500)}`,
    details,
  );
  recorder.compare();
}

/** The precisions whose numbers are f64 on the host. */
const IN_F64: readonly string[] = PRECISION_NAMES.filter((precision) => PRECISIONS[precision].host === 'f64');

/** Opens backend number `index`, uses a vector, disposes of all of it. Code 4: not available here. */
function backendProgram(url: string, index: number): string {
  return `
const { default: plugin } = await import(${JSON.stringify(url)});
const backend = plugin.backends[${index}];
const probe = await backend.probe();
if (!probe.available) { process.stdout.write(probe.reason); process.exitCode = 4; }
else {
  const driver = await backend.open({});
  const precision = driver.device.precisions[0];
  const vector = driver.createVector(4, precision);
  const data = ${JSON.stringify(IN_F64)}.includes(precision) ? new Float64Array(4) : new Float32Array(4);
  await vector.write(data);
  driver.scale(vector, 2);
  await driver.finish();
  await vector.read(data);
  vector.dispose();
  await driver.dispose();
}`;
}

function exitCase(where: PluginFolder, id: string, index: number, limitMs: number): ConformanceCase {
  return defineCase({
    id: `${where.json.name}/package/exits/${id}`,
    async run(recorder) {
      const url = entryUrl(where);
      const details = { package: where.json.name ?? where.folder, backend: id };
      ensure(url !== undefined, FILES, 'its entry is not there', details);
      const end = await runModule(backendProgram(url, index), limitMs);
      if (end.code === 4) {
        recorder.refuse(end.stdout);
        return;
      }
      ensure(end.code !== null, EXITS, `the process was still running after ${limitMs} ms`, details);
      ensure(end.code === 0, EXITS, () => `it ended with code ${end.code}: ${end.stderr.trim().slice(-500)}`, details);
      recorder.compare();
    },
  });
}

/** What a package promises as a package: its files, a quiet import, and a process that ends by itself after each of `backends`. */
export function packageCases(
  where: PluginFolder,
  backends: readonly string[],
  limitMs: number = DEFAULT_LIMIT_MS,
): readonly ConformanceCase[] {
  const name = where.json.name ?? where.folder;
  return [
    defineCase({ id: `${name}/package/files`, run: (recorder) => files(where, recorder) }),
    defineCase({ id: `${name}/package/quiet-import`, run: (recorder) => quiet(where, limitMs, recorder) }),
    ...backends.map((id, index) => exitCase(where, id, index, limitMs)),
  ];
}
