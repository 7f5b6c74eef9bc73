// One matrix: our candidates and the native peers in turn (A B A B …), every result of ours validated first.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { candidates } from './candidates.mjs';
import { writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, registry } from './packages.mjs';
import { pause } from './statistics.mjs';

/** OpenMP's threads look for work for 300,000 pauses, 20 ms on some processors: whoever computes next must not share cores with them. */
const QUIET_MS = 40;

/** Products per turn, so that a turn lasts about `ms`. */
function runsFor(microseconds, ms) {
  return Math.max(1, Math.min(400, Math.round((ms * 1000) / microseconds)));
}

async function prepareAll(coo, backends, list, reference) {
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
  const stored = new Map();
  const prepared = [];
  for (const one of list) {
    const kernel = registry.kernel(one.kernel);
    const backend = backends[one.backend];
    try {
      const matrix = stored.get(kernel.format) ?? core.buildMatrix(registry.format(kernel.format), coo);
      stored.set(kernel.format, matrix);
      const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params: one.params });
      const dx = await backend.vector(x);
      const dy = await backend.vector(coo.shape.rows);
      operator.apply(dx, dy);
      const { errorRatio } = core.judge(await dy.read(), reference, 'f64');
      if (!(errorRatio <= 1)) throw new Error(`WRONG: error ratio ${errorRatio}`);
      const samples = [];
      prepared.push({
        label: one.label, errorRatio, samples, bytes: core.storageBytes(matrix),
        turn(runs) {
          operator.apply(dx, dy);
          for (let run = 0; run < runs; run++) {
            const begin = performance.now();
            operator.apply(dx, dy);
            samples.push((performance.now() - begin) * 1000);
          }
        },
        dispose: async () => Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]),
      });
    } catch (error) {
      process.stderr.write(`  ${one.label}: ${error.message}\n`);
    }
  }
  return prepared;
}

/** Samples in microseconds of every candidate and peer: [{ label, ours, samples, errorRatio?, bytes? }]. */
export async function measure(coo, backends, threads, { rounds = 6, turnMs = 15, level = 'quick', serial = true } = {}) {
  const file = join(tmpdir(), `spmv-native-${process.pid}.bin`);
  writeNative(file, coo);
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
  const reference = core.spmvReference({ coo, x, y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 }, 'f64');
  const ours = await prepareAll(coo, backends, candidates(threads, level).filter((one) => serial || one.backend !== 'serial'), reference);
  const native = await openNative(file, threads);
  const names = native?.names ?? [];
  const peers = names.filter((name) => !['omp-empty', 'triad', 'omp-dynamic-1'].includes(name) && (serial || name !== 'serial')).map((label) => ({ label, samples: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const one of ours) {
      one.turn(runsFor(one.samples.length > 0 ? one.samples.at(-1) : turnMs * 300, turnMs));
      await pause(2);
    }
    for (const [k, peer] of peers.entries()) {
      const runs = runsFor(peer.samples.length > 0 ? peer.samples.at(-1) : turnMs * 300, turnMs);
      peer.samples.push(...(await native.time(peer.label, runs)));
      // Threads that still look for work belong to the next peer, too, where that is in the same process and uses them.
      const next = peers[k + 1];
      if (!next || next.label === 'serial' || native.programOf(next.label) !== native.programOf(peer.label)) await pause(QUIET_MS);
    }
  }
  native?.close();
  for (const one of ours) await one.dispose();
  rmSync(file, { force: true });
  return [...ours.map(({ label, samples, errorRatio, bytes }) => ({ label, ours: true, samples, errorRatio, bytes })), ...peers.map(({ label, samples }) => ({ label, ours: false, samples }))];
}
