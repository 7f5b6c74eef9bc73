import type { Registry } from '@spmv/core';
import { buildMatrix, kernelObstacle, SpmvError, spmv } from '@spmv/core';
import type { Host } from '../host/host.ts';
import { disposeAll } from '../host/dispose-all.ts';
import type { OpenBackend } from '../plan/open-backends.ts';
import { kernelsOf } from '../plan/kernels-of.ts';

/** Empties the caches of a backend on the processor. */
export interface Evictor {
  evict(): Promise<void>;
  dispose(): Promise<void>;
}

/** Of one row of the diagonal matrix: value, column, row start, x and y. */
const ROW_BYTES = 32;
/** The same with the coordinates that it is made of and the copy of the backend. */
const MADE_BYTES = 80;

/**
 * Products with a diagonal matrix of `bytes` by the backend itself: its own threads stream through memory, so that their caches hold nothing
 * of what is timed next. Errors: refused without a kernel of CSR for the backend, or without the memory.
 */
async function createEvictor(
  registry: Registry,
  { descriptor, backend }: OpenBackend,
  bytes: number,
  memory: Host['memory'],
): Promise<Evictor> {
  const rows = Math.ceil(bytes / ROW_BYTES);
  const kernel = kernelsOf(registry, {}, { format: 'csr', targets: descriptor.targets }).find(
    (candidate) => kernelObstacle(candidate, descriptor, backend.device, 'f64') === undefined,
  );
  if (!kernel)
    throw new SpmvError('KERNEL.REFUSED', `Backend '${descriptor.id}' has no CSR kernel to empty its caches with.`, {
      fix: 'Leave --cold out, or install @spmv/formats and @spmv/kernels-cpu.',
    });
  memory().require(`What empties the caches of backend '${descriptor.id}'`, rows * MADE_BYTES);
  const places = Int32Array.from({ length: rows }, (_, i) => i);
  const coo = {
    shape: { rows, cols: rows },
    rowIndex: places,
    colIndex: places,
    values: new Float64Array(rows).fill(1),
  };
  const matrix = buildMatrix(registry.format('csr'), coo);
  const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision: 'f64' });
  const x = backend.vector(new Float64Array(rows).fill(1));
  const y = backend.vector(rows);
  return {
    async evict() {
      operator.apply(x, y);
      await backend.finish();
    },
    dispose: () => disposeAll([operator, x, y]),
  };
}

/** One evictor for each backend on the processor, made when it is first asked for. */
export interface Evictors {
  /** Undefined for a device, whose own clock empties its caches. */
  of(opened: OpenBackend): Promise<Evictor | undefined>;
  dispose(): Promise<void>;
}

/** Evictors of so many bytes each. */
export function createEvictors(registry: Registry, bytes: number, memory: Host['memory']): Evictors {
  const made = new Map<OpenBackend['backend'], Promise<Evictor>>();
  return {
    async of(opened) {
      if (opened.backend.device.kind !== 'cpu') return undefined;
      const evictor = made.get(opened.backend) ?? createEvictor(registry, opened, bytes, memory);
      made.set(opened.backend, evictor);
      return evictor;
    },
    async dispose() {
      const settled = await Promise.allSettled(made.values());
      await disposeAll(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
  };
}
