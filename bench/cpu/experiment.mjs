// What decides the figures of this machine: huge pages, pinned threads, formats. Root may switch huge pages; elsewhere only what is set
// is measured. Usage: node bench/cpu/experiment.mjs [--threads N] [--seconds S] [--only REGEX] [--matrices FOLDER]
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { diagonalKernel, diagonalMatrix } from './diagonal.mjs';
import { GENERATED, matrixList, writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, registry, serial, threads as threadsBackend } from './packages.mjs';
import { gflops, median } from './statistics.mjs';
import { callTurn, nativeTurn, takeTurns } from './turns.mjs';

const { values: given } = parseArgs({
  options: {
    threads: { type: 'string', default: String(availableParallelism()) },
    seconds: { type: 'string', default: '55' },
    only: { type: 'string', default: '' },
    matrices: { type: 'string' },
  },
});
const team = Number(given.threads);
const until = performance.now() + 1000 * Number(given.seconds);
const SWITCH = '/sys/kernel/mm/transparent_hugepage/enabled';
const KERNELS = { csr: 'wasm/csr-simd', csr16: 'wasm/csr16-simd', segments: 'wasm/row-segments-simd' };
const say = (text) => process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(5)} s  ${text}\n`);
const file = `/tmp/spmv-experiment-${process.pid}.bin`;

function pages(mode) {
  try {
    writeFileSync(SWITCH, mode);
  } catch (error) {
    say(`huge pages stay as they are: ${error.message}`);
  }
  return readFileSync(SWITCH, 'utf8').trim();
}

function hugeMiB(pid) {
  const found = /AnonHugePages:\s+(\d+)|ShmemPmdMapped:\s+(\d+)/g;
  try {
    return [...readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(found)]
      .reduce((sum, match) => sum + Number(match[1] ?? match[2]) / 1024, 0)
      .toFixed(0);
  } catch {
    return '?';
  }
}

const taskset = (...args) => execFileSync('taskset', args, { encoding: 'utf8' });
const allowed = taskset('-cp', String(process.pid)).split(': ').at(-1).trim();

/** Pins the busiest threads of this process to cores, one each. */
function pinBusiest(cores) {
  const tasks = readdirSync('/proc/self/task').map((tid) => ({
    tid,
    ticks: Number(readFileSync(`/proc/self/task/${tid}/stat`, 'utf8').split(') ')[1].split(' ')[11]),
  }));
  tasks.sort((a, b) => b.ticks - a.ticks);
  for (const [k, core] of cores.entries()) if (tasks[k]) taskset('-cp', String(core), tasks[k].tid);
}

/** Every thread of this process, and what it starts from now on, may run wherever it could at first. */
function unpin() {
  taskset('-acp', allowed, String(process.pid));
}

function gbs(bytes, microseconds) {
  return (bytes / microseconds / 1e3).toFixed(0);
}

async function triad(backend) {
  const n = 24 * 2 ** 20;
  const operator = await backend.prepare({
    operation: 'spmv',
    matrix: diagonalMatrix(n),
    trusted: true,
    kernel: diagonalKernel(),
    params: { threads: team },
  });
  const [x, y] = [await backend.vector(new Float64Array(n).fill(1)), await backend.vector(n)];
  const samples = Array.from({ length: 12 }, () => {
    const begin = performance.now();
    operator.apply(x, y);
    return (performance.now() - begin) * 1000;
  });
  await Promise.all([operator.dispose(), x.dispose(), y.dispose()]);
  return gbs(24 * n, Math.min(...samples));
}

/** One line per contender: median and best GFLOP/s, and bytes streamed per second. */
async function compare(title, coo, stored, mode, { pin, withSerial = true, teams = [team], rounds = 4 } = {}) {
  if (performance.now() > until) return say(`${title}: out of time`);
  const now = pages(mode);
  const backends = { serial: await core.openBackend(serial), threads: await core.openBackend(threadsBackend) };
  const nnz = coo.values.length;
  const list = [];
  for (const [label, id] of Object.entries(KERNELS)) {
    if (!stored[label]) continue;
    for (const one of [...(withSerial ? [0] : []), ...teams]) {
      const backend = one === 0 ? backends.serial : backends.threads;
      const operator = await backend.prepare({
        operation: 'spmv',
        matrix: stored[label],
        kernel: registry.kernel(id),
        params: one === 0 ? {} : { threads: one },
      });
      const [x, y] = [
        await backend.vector(new Float64Array(coo.shape.cols).fill(1)),
        await backend.vector(coo.shape.rows),
      ];
      list.push({
        label: `${one === 0 ? 'serial' : `${one} threads`} ${label}`,
        ours: true,
        bytes: core.storageBytes(stored[label]),
        samples: [],
        turn: callTurn(() => operator.apply(x, y)),
      });
    }
  }
  const native = await openNative(file, team);
  for (const name of [...(withSerial ? ['serial'] : []), 'omp-static', 'mkl-csr', 'mkl-ie']) {
    if (native?.names.includes(name))
      list.push({
        label: `native ${name}`,
        bytes: 12 * nnz,
        samples: [],
        pool: name === 'serial' ? undefined : native.programOf(name),
        turn: nativeTurn(native, name),
      });
  }
  if (pin) {
    // One round without pins, which tells the team's threads from V8's own.
    await takeTurns(list, { rounds: 1, turnMs: 10 });
    for (const one of list) one.samples.length = 0;
    pinBusiest(pin);
  }
  await takeTurns(list, { rounds, turnMs: 15 });
  say(`${title}, huge pages ${now}, ours ${hugeMiB('self')} MiB of them, triad ${await triad(backends.threads)} GB/s`);
  for (const { label, bytes, samples } of list) {
    const middle = median(samples);
    say(
      `    ${label.padEnd(22)} ${gflops(nnz, middle).toFixed(2).padStart(7)} GF median, ${gflops(
        nnz,
        Math.min(...samples),
      )
        .toFixed(2)
        .padStart(7)} best, ${gbs(bytes, middle).padStart(4)} GB/s, ${samples.length} runs`,
    );
  }
  native?.close();
  await backends.threads.dispose();
  await backends.serial.dispose();
  if (pin) unpin();
}

function prepare(name) {
  const coo = GENERATED[name]();
  writeNative(file, coo);
  const stored = {};
  for (const [label, id] of Object.entries(KERNELS)) {
    try {
      stored[label] = core.buildMatrix(registry.format(registry.kernel(id).format), coo);
    } catch (error) {
      say(`${name}: ${error.message}`);
    }
  }
  return { coo, stored };
}

/** The CSR kernel's orders of rows, and g++, on one thread. */
async function rowOrders(pattern) {
  const backend = await core.openBackend(serial);
  for (const { name, load } of matrixList(given.matrices, pattern, 1)) {
    if (performance.now() > until) return say(`${name}: out of time`);
    const coo = await load();
    writeNative(file, coo);
    const native = await openNative(file, 1);
    const x = await backend.vector(new Float64Array(coo.shape.cols).fill(1));
    const y = await backend.vector(coo.shape.rows);
    const list = [];
    for (const [kernel, params] of [
      ['wasm/csr-simd', { rows: 'in-turn' }],
      ['wasm/csr-simd', { rows: 'by-length' }],
      ['wasm/row-segments-simd', {}],
    ]) {
      try {
        const matrix = core.buildMatrix(registry.format(registry.kernel(kernel).format), coo);
        const operator = await backend.prepare({ operation: 'spmv', matrix, kernel: registry.kernel(kernel), params });
        list.push({
          label: params.rows ?? 'segments',
          ours: true,
          samples: [],
          turn: callTurn(() => operator.apply(x, y)),
        });
      } catch {
        // Refused: not worth a line.
      }
    }
    for (const label of ['serial', 'mkl-csr', 'mkl-ie'])
      if (native?.names.includes(label)) list.push({ label, samples: [], pool: 0, turn: nativeTurn(native, label) });
    await takeTurns(list, { rounds: 5, turnMs: 8 });
    say(
      `one thread, ${name}: ${list.map(({ label, samples }) => `${label} ${gflops(coo.values.length, median(samples)).toFixed(2)}`).join(', ')}`,
    );
    native?.close();
  }
  await backend.dispose();
}

const initial = /\[(\w+)\]/.exec(pages('madvise'))?.[1] ?? 'madvise';
const cores = Array.from({ length: team }, (_, k) => k);
const run = async (name, variants) => {
  if (!new RegExp(given.only).test(name)) return;
  if (performance.now() > until) return say(`${name}: out of time`);
  const { coo, stored } = prepare(name);
  for (const { mode, bind, ...options } of variants) {
    if (bind) Object.assign(process.env, { OMP_PROC_BIND: 'close', OMP_PLACES: 'threads' });
    try {
      await compare(`${name}${options.pin ? ', pinned' : ''}`, coo, stored, mode, options);
    } catch (error) {
      say(`${name}: ${error.message}`);
    }
    delete process.env.OMP_PROC_BIND;
    delete process.env.OMP_PLACES;
  }
};
await run('stencil27-96', [
  { mode: 'madvise' },
  { mode: 'always' },
  { mode: 'always', pin: cores, bind: true, withSerial: false },
]);
await rowOrders(/^(usroads|memplus|email-Enron|lap3d_40|Grond4e4|cit-HepPh|full-row-117k|power-law-1M)$/);
await run('stencil27-32', [
  { mode: 'madvise', teams: [team, team / 2] },
  { mode: 'always' },
  { mode: 'always', pin: cores, bind: true, withSerial: false },
]);
await run('grid5-1500', [{ mode: 'always' }, { mode: 'madvise', withSerial: false }]);
await run('fem-band-300k', [{ mode: 'always' }]);
await run('random-500k-16', [{ mode: 'always' }]);
pages(initial);
rmSync(file, { force: true });
