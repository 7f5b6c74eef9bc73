// Measures every CUDA kernel against cuSPARSE. Needs @spmv/backend-cuda, formats, format-packed, mmio and testkit, and cuSPARSE for the peers.
// Usage: node bench/cuda/run.mjs --out FOLDER [--matrices FOLDER] [--only REGEX] [--level full|all] [--precision f64,f32] [--runs 21] [--least 30000] [--no-oracle] [--seconds N] [--processes N]
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRegistry, openBackend } from '@spmv/core';
import { cuda, measureDevice, planSpmv, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { candidatesFor } from './candidates.mjs';
import { hashOf, matrixList } from './matrices.mjs';
import { createMeasurer } from './measure.mjs';
import { provenance } from './provenance.mjs';
import { deal, exclusiveBy, startEach } from './shards.mjs';
import { compareRows, markdown } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    level: { type: 'string', default: 'full' },
    precision: { type: 'string', default: 'f64,f32' },
    runs: { type: 'string', default: '21' },
    least: { type: 'string', default: '30000' },
    seconds: { type: 'string', default: '100000' },
    'no-oracle': { type: 'boolean', default: false },
    name: { type: 'string', default: 'cuda' },
    processes: { type: 'string', default: '1' },
    // Of the processes started by --processes: their matrices as NAME:PRECISION, and what keeps them apart on the device.
    units: { type: 'string' },
    lock: { type: 'string' },
    measured: { type: 'string' },
  },
});
const begin = performance.now();
const seconds = () => (performance.now() - begin) / 1000;
const say = (text) => process.stderr.write(`${seconds().toFixed(1)} s  ${text}\n`);
const exclusive = exclusiveBy(options.lock);
mkdirSync(options.out, { recursive: true });
const fileOf = (name, ending) => join(options.out, `${name}.${ending}`);
const listed = matrixList(options.matrices, new RegExp(options.only), Number(options.least));

function save(document) {
  // Whole at any moment: others read it while it is written.
  writeFileSync(fileOf(options.name, 'tmp'), JSON.stringify(document));
  renameSync(fileOf(options.name, 'tmp'), fileOf(options.name, 'json'));
  if (!options.units) writeFileSync(fileOf(options.name, 'md'), markdown(document));
}

function report(name, precision, rows) {
  const hot = compareRows(rows, 'hotMs');
  for (const row of rows.filter((r) => r.status === 'failed'))
    say(`FAILED ${name} ${row.kernel} ${JSON.stringify(row.params)}: ${row.reason}`);
  const text = (row) =>
    row
      ? `${row.kernel} ${JSON.stringify(row.formatParams)} ${JSON.stringify(row.params)} ${(row.hotMs * 1000).toFixed(2)} us`
      : 'none';
  say(
    `${name} ${precision}: ${hot.overCsr?.toFixed(2)} over CSR, ${hot.overAny?.toFixed(2)} over all; ours ${text(hot.ours)}; theirs ${text(hot.any)}`,
  );
}

/** A matrix of the list with what is told of it; only its name where it is too small or not of numbers. */
async function loadMatrix(name) {
  const { load, sha256 } = listed.find((one) => one.name === name);
  const coo = await load();
  if (!coo) return { coo, matrix: { name } };
  const rowLength = new Int32Array(coo.shape.rows);
  for (const row of coo.rowIndex) rowLength[row]++;
  const longest = rowLength.reduce((a, b) => Math.max(a, b), 0);
  return {
    coo,
    matrix: {
      name,
      rowCount: coo.shape.rows,
      cols: coo.shape.cols,
      nnz: coo.values.length,
      longest,
      hash: hashOf(coo),
      sha256: await sha256?.(),
      rows: [],
      plans: [],
    },
  };
}

async function measureUnit({ backend, registry, coo, matrix, precision }) {
  const measurer = await createMeasurer({
    backend,
    registry,
    coo,
    precision,
    runs: Number(options.runs),
    oracle: !options['no-oracle'],
    exclusive,
  });
  const rows = [];
  for (const candidate of candidatesFor({ nnz: matrix.nnz, shape: coo.shape, longest: matrix.longest }, options.level))
    rows.push(...(await measurer.measure(candidate)));
  matrix.rows.push(...rows);
  report(matrix.name, precision, rows);
  for (const effort of ['timed', 'quick']) matrix.plans.push(await measurer.measurePlan(planSpmv, effort));
  await measurer.dispose();
}

/** The table of `units`, [name, precision] each, neighbours of one name sharing the matrix. */
async function measureUnits(units, measured) {
  const registry = createRegistry([cudaPlugin, formatsPlugin, packedPlugin]);
  const backend = await exclusive(() => openBackend(cuda));
  const document = {
    schema: 'spmv.cuda-bench/1',
    ...provenance(),
    device: backend.device,
    measured,
    matrices: [],
    done: [],
  };
  let matrix;
  let coo;
  for (const [name, precision] of units) {
    if (seconds() > Number(options.seconds)) {
      say(`out of time before ${name} ${precision}`);
      break;
    }
    try {
      if (matrix?.name !== name) ({ coo, matrix } = await loadMatrix(name));
      if (coo) {
        if (!document.matrices.includes(matrix)) document.matrices.push(matrix);
        await measureUnit({ backend, registry, coo, matrix, precision });
      }
      document.done.push(`${name}:${precision}`);
    } catch (error) {
      say(`FAILED ${name} ${precision}: ${error.stack ?? error}`);
    }
    save(document);
  }
  save(document);
  await exclusive(() => backend.dispose());
}

/** The parts of other processes as one document. */
function merge(documents, units) {
  const matrices = new Map();
  for (const part of documents) {
    for (const matrix of part.matrices) {
      const known = matrices.get(matrix.name);
      if (!known) matrices.set(matrix.name, matrix);
      else {
        known.rows.push(...matrix.rows);
        known.plans.push(...matrix.plans);
      }
    }
  }
  const order = new Map(listed.map(({ name }, i) => [name, i]));
  const done = new Set(documents.flatMap((part) => part.done));
  return {
    ...documents[0],
    done: [...done],
    missing: units.filter((unit) => !done.has(unit)),
    matrices: [...matrices.values()].sort((a, b) => order.get(a.name) - order.get(b.name)),
  };
}

/** Matrices on which there was least to gain. */
const FIRST = /^(power-law|random|email-Enron|ego-twitter|cit-HepPh|soc-|wiki-Vote|nk_wing|lp_|arrow)/;

async function divide(processes, measured) {
  const units = listed.flatMap(({ name, weight }) =>
    options.precision.split(',').map((precision) => ({ weight, unit: `${name}:${precision}` })),
  );
  const lock = join(options.out, 'device.lock');
  rmSync(lock, { force: true });
  // What was weak before comes first, then the largest.
  const dealt = deal(units, processes).map((list) =>
    list
      .map(({ unit }) => unit)
      .sort((a, b) => Number(FIRST.test(b)) - Number(FIRST.test(a)))
      .join(','),
  );
  const names = dealt.map((_, i) => `${options.name}.part${i}`);
  const shared = ['out', 'matrices', 'only', 'level', 'runs', 'least', 'seconds'].flatMap((key) =>
    options[key] === undefined ? [] : [`--${key}`, options[key]],
  );
  const gather = () => {
    const documents = names.flatMap((name) => {
      try {
        return [JSON.parse(readFileSync(fileOf(name, 'json'), 'utf8'))];
      } catch {
        return [];
      }
    });
    if (documents.length > 0)
      save(
        merge(
          documents,
          units.map(({ unit }) => unit),
        ),
      );
  };
  const progress = setInterval(gather, 10_000);
  const finish = () => {
    gather();
    for (const name of names) rmSync(fileOf(name, 'json'), { force: true });
    rmSync(lock, { force: true });
  };
  const codes = await startEach(
    import.meta.filename,
    dealt.map((list, i) => [
      ...shared,
      ...(options['no-oracle'] ? ['--no-oracle'] : []),
      '--name',
      names[i],
      '--units',
      list,
      '--lock',
      lock,
      '--measured',
      JSON.stringify(measured),
    ]),
    finish,
  );
  clearInterval(progress);
  finish();
  say(`exit codes ${codes.join(' ')}`);
  if (codes.some((code) => code !== 0)) process.exitCode = 1;
}

const measured = options.measured ? JSON.parse(options.measured) : await measureDevice();
if (!options.measured)
  say(`${measured.device}: copy ${measured.copyGBs.toFixed(0)} GB/s (median ${measured.copyMedianGBs.toFixed(0)})`);
if (Number(options.processes) > 1) await divide(Number(options.processes), measured);
else {
  const units = options.units
    ? options.units.split(',')
    : listed.flatMap(({ name }) => options.precision.split(',').map((precision) => `${name}:${precision}`));
  await measureUnits(
    units.map((unit) => unit.split(':')),
    measured,
  );
}
say('done');
