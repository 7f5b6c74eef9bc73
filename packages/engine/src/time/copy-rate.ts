import { kernelObstacle } from '@spmv/core';
import type { Host } from '../host/host.ts';
import { copy, copyKernels } from './copy-kernels.ts';
import { disposeAll } from '../host/dispose-all.ts';
import type { OpenBackend } from '../plan/open-backends.ts';

const ELEMENT = 4;
/** Bytes of each of both vectors: more than caches hold, and no more than devices give to one buffer. */
const LEAST = 2 ** 26;
const MOST = 2 ** 28;
const RUNS = 12;

/** Bytes that a device copies each way. */
function bytesFor({ backend }: OpenBackend, coldBytes: Host['coldBytes']): number {
  const { kind, limits } = backend.device;
  const wanted = kind === 'cpu' ? Math.max(LEAST, coldBytes()) : MOST;
  return Math.min(wanted, MOST, limits['maxBufferBytes'] ?? Infinity, (limits['maxOperandBytes'] ?? Infinity) / 2);
}

/**
 * What a backend copies with its own threads or processors, in 1e9 bytes per second, read and written: the median of several copies of
 * more than its caches hold. Undefined where it runs no kernel of ours. Errors: refused without the memory; those of the backend.
 */
export async function copyRate(opened: OpenBackend, host: Host): Promise<number | undefined> {
  const { backend, descriptor } = opened;
  const kernel = copyKernels.find(
    (one) =>
      descriptor.targets.includes(one.target) && kernelObstacle(one, descriptor, backend.device, 'f32') === undefined,
  );
  if (!kernel) return undefined;
  const n = 4 * Math.floor(bytesFor(opened, host.coldBytes) / ELEMENT / 4);
  host.memory().require(`What measures how fast backend '${backend.id}' copies`, 3 * ELEMENT * n);
  const [x, y] = [backend.vector(new Float32Array(n).fill(1)), backend.vector(n, 'f32')];
  const operator = await backend.prepare({ operation: copy, kernel, sizes: { n }, precision: 'f32' });
  try {
    await backend.finish();
    const clocked = await operator.time([x, y], { runs: RUNS });
    const times = Array.from(clocked ?? []);
    while (times.length < RUNS) {
      const start = performance.now();
      operator.apply(x, y);
      await backend.finish();
      times.push(performance.now() - start);
    }
    // The first ones touch pages and wake workers.
    const sorted = times.slice(2).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    return median > 0 ? (2 * ELEMENT * n) / median / 1e6 : undefined;
  } finally {
    await disposeAll([operator, x, y]);
  }
}
