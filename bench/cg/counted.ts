// What a solver asks of a backend: products by kernel, elements that they name, and reads; by watching the driver, whatever computes.
import type { BackendDescriptor, BackendDriver, DriverOperator, DriverRequest, DriverVector } from '@spmv/core';

/** Counts since the last `clear`. */
export interface Counts {
  /** Products by kernel, and the bytes that their operands have: each vector as often as it is read or written, the matrix once. */
  readonly kernels: ReadonlyMap<string, { readonly count: number; readonly bytes: number }>;
  readonly reads: { readonly count: number; readonly bytes: number };
  readonly vectors: { readonly count: number; readonly bytes: number };
}

export interface Counting {
  readonly descriptor: BackendDescriptor;
  counts(): Counts;
  clear(): void;
}

function bytesOf({ signature, matrix, precision }: DriverRequest): number {
  const width = precision.precision === 'f64' || precision.precision === 'df64' ? 8 : 4;
  const operands = signature.buffers.reduce(
    (sum, { length, access }) => sum + length * (access === 'update' ? 2 : 1),
    0,
  );
  const stored = Object.values(matrix.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  return width * operands + stored;
}

/** A backend that counts. */
export function counting(descriptor: BackendDescriptor): Counting {
  let kernels = new Map<string, { count: number; bytes: number }>();
  let [reads, vectors] = [
    { count: 0, bytes: 0 },
    { count: 0, bytes: 0 },
  ];
  const known = new WeakMap<DriverOperator, readonly [kernel: string, bytes: number]>();
  const tell = (operator: DriverOperator): void => {
    const [kernel, bytes] = known.get(operator) ?? ['?', 0];
    const found = kernels.get(kernel) ?? { count: 0, bytes: 0 };
    kernels.set(kernel, { count: found.count + 1, bytes: found.bytes + bytes });
  };
  const watched = (driver: BackendDriver): BackendDriver => ({
    ...driver,
    async prepare(request) {
      const operator = await driver.prepare(request);
      const apply = operator.apply.bind(operator);
      // Sequences of a driver know its own operators, so that they stay what they are.
      const seen = Object.assign(operator, {
        apply(buffers: readonly DriverVector[], scalars: Float64Array) {
          tell(seen);
          apply(buffers, scalars);
        },
      });
      known.set(seen, [request.kernel.id, bytesOf(request)]);
      return seen;
    },
    async createVector(length, precision, gaps) {
      const vector = await driver.createVector(length, precision, gaps);
      vectors.count++;
      vectors.bytes += 8 * length;
      const read = vector.read.bind(vector);
      return Object.assign(vector, {
        async read(target: Parameters<DriverVector['read']>[0]) {
          reads.count++;
          reads.bytes += target.byteLength;
          return read(target);
        },
      });
    },
    ...(driver.sequence
      ? {
          sequence(steps) {
            const sequence = driver.sequence?.(steps);
            if (!sequence) throw new TypeError('a driver with sequences makes one');
            return {
              run() {
                for (const step of steps) if ('operator' in step) tell(step.operator);
                sequence.run();
              },
              dispose: () => sequence.dispose(),
            };
          },
        }
      : {}),
  });
  return {
    descriptor: { ...descriptor, open: async (options) => watched(await descriptor.open(options)) },
    counts: () => ({ kernels, reads, vectors }),
    clear() {
      kernels = new Map();
      reads = { count: 0, bytes: 0 };
      vectors = { count: 0, bytes: 0 };
    },
  };
}
