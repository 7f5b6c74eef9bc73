// One matrix: our candidates and the native peers in turn (A B A B …), every result of ours validated first.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { candidates } from './candidates.mjs';
import { writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, registry } from './packages.mjs';
import { callTurn, nativeTurn, takeTurns } from './turns.mjs';

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
      prepared.push({
        label: one.label,
        ours: true,
        errorRatio,
        samples: [],
        bytes: core.storageBytes(matrix),
        turn: callTurn(() => operator.apply(dx, dy)),
        dispose: async () => Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]),
      });
    } catch (error) {
      process.stderr.write(`  ${one.label}: ${error.message}\n`);
    }
  }
  return prepared;
}

/** Samples in microseconds of every candidate and peer: [{ label, ours, samples, errorRatio?, bytes? }]. */
export async function measure(
  coo,
  backends,
  threads,
  { rounds = 6, turnMs = 15, level = 'quick', serial = true } = {},
) {
  const file = join(tmpdir(), `spmv-native-${process.pid}.bin`);
  writeNative(file, coo);
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
  const reference = core.spmvReference({ coo, x, y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 }, 'f64');
  const ours = await prepareAll(
    coo,
    backends,
    candidates(threads, level).filter((one) => serial || one.backend !== 'serial'),
    reference,
  );
  const native = await openNative(file, threads);
  const names = native?.names ?? [];
  const measured = names.filter(
    (name) => !['omp-empty', 'triad', 'omp-dynamic-1'].includes(name) && (serial || name !== 'serial'),
  );
  const peers = measured.map((label) => ({
    label,
    ours: false,
    samples: [],
    pool: label === 'serial' ? undefined : native.programOf(label),
    turn: nativeTurn(native, label),
  }));
  await takeTurns([...ours, ...peers], { rounds, turnMs });
  native?.close();
  for (const one of ours) await one.dispose();
  rmSync(file, { force: true });
  return [...ours, ...peers].map(({ label, ours: mine, samples, errorRatio, bytes }) => ({
    label,
    ours: mine,
    samples,
    errorRatio,
    bytes,
  }));
}
