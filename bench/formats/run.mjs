// CSR, ELLPACK-R, SELL, HYB and BELL beside one another on every backend that is there, as a table: where does which format win?
// Usage: node bench/formats/run.mjs [--matrices FOLDER] [--only REGEX] [--backends serial,threads] [--formats csr,sell] [--precision f64]
//        [--rounds 21] [--seconds N] [--out FOLDER] [--name NAME] [--commit HASH]
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { factsOf, hashOf, matrixList } from './matrices.mjs';
import { measure } from './measure.mjs';
import { core, registry } from './packages.mjs';
import { markdown } from './table.mjs';

const { values: given } = parseArgs({
  options: {
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    backends: { type: 'string', default: 'serial,threads,webgpu,cuda' },
    formats: { type: 'string', default: 'csr,ellpack-r,sell,hyb,bell' },
    precision: { type: 'string', default: 'f64' },
    rounds: { type: 'string', default: '21' },
    seconds: { type: 'string', default: '300' },
    out: { type: 'string', default: 'bench/results/formats' },
    name: { type: 'string', default: 'formats' },
    commit: { type: 'string' },
  },
});
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
const say = (text) => process.stderr.write(`${elapsed().toFixed(1)} s  ${text}\n`);

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

const opened = [];
for (const id of given.backends.split(',')) {
  const descriptor = registry.backend(id);
  const probe = await descriptor.probe();
  if (probe.available) opened.push({ descriptor, backend: await core.openBackend(descriptor) });
  else say(`without ${id}: ${probe.reason}`);
}

const machine = {
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  system: `${platform()} ${arch()} ${release()}`,
  node: process.versions.node,
  commit: given.commit ?? commit(),
  date: new Date().toISOString(),
};
const document = {
  schema: 'spmv.formats-bench/2',
  machine,
  formats: given.formats.split(','),
  devices: Object.fromEntries(opened.map(({ descriptor, backend }) => [descriptor.id, backend.device.name])),
  matrices: [],
};
mkdirSync(given.out, { recursive: true });
for (const { name, load } of matrixList(given.matrices, new RegExp(given.only))) {
  if (elapsed() > Number(given.seconds)) {
    say(`out of time before ${name}`);
    break;
  }
  const coo = await load();
  const matrix = { name, hash: hashOf(coo), ...factsOf(coo), runs: [] };
  document.matrices.push(matrix);
  for (const { descriptor, backend } of opened) {
    // A device without f64 is asked for f32: another table, never another figure in the same one.
    const precision = given.precision.split(',').filter((one) => backend.device.precisions.includes(one));
    for (const one of precision.length > 0 ? precision : ['f32']) {
      const run = await measure({
        descriptor,
        backend,
        registry,
        coo,
        precision: one,
        formats: document.formats,
        rounds: Number(given.rounds),
        say,
      });
      matrix.runs.push(run);
      say(
        `${name} (${matrix.kind}) ${descriptor.id} ${one}: ${run.rows.map((row) => `${row.column} ${row.gflops.toFixed(2)}`).join(', ')} of ${run.tried} points`,
      );
    }
  }
  writeFileSync(join(given.out, `${given.name}.json`), `${JSON.stringify(document, undefined, 1)}\n`);
  writeFileSync(join(given.out, `${given.name}.md`), markdown(document));
}
for (const { backend } of opened) await backend.dispose();
say(`done: ${join(given.out, `${given.name}.md`)}`);
