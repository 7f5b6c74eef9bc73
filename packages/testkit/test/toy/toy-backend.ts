import type {
  BackendDescriptor,
  BackendDriver,
  DriverOperator,
  DriverRequest,
  DriverVector,
  FixedScalars,
  JsArguments,
  JsFunction,
  JsPass,
  JsProgram,
  NamedArrays,
  Precision,
  ValueArray,
} from '@spmv/core';
import { allocate, PRECISIONS, storageBytes, valueArray } from '@spmv/core';
import type { ToyArrays } from './toy-format.ts';
import type { ToyFunction } from './toy-kernel.ts';
import { product } from './toy-kernel.ts';

export interface ToyVector extends DriverVector {
  data: ValueArray;
}

/** Parts of the toy backend that a test replaces to break it. */
export interface ToyParts {
  readonly product: ToyFunction;
  copyArrays(arrays: NamedArrays): NamedArrays;
  newVector(length: number, type: 'f64' | 'f32'): ValueArray;
  /** Contents of a vector after `data` was written to it. */
  write(vector: ToyVector, data: ValueArray): void;
  /** Whether writes wait for what was enqueued before. */
  readonly writesWait: boolean;
  readonly readsWait: boolean;
  bytes(request: DriverRequest): number;
  /** The order in which the work that waits is done. */
  inOrder(works: readonly (() => void)[]): readonly (() => void)[];
  /** Host scalars that a pass sets. */
  set(pass: JsPass): FixedScalars | undefined;
  readonly precisions: readonly Precision[];
  readonly capabilities: readonly string[];
  /** How many times its time the device's clock tells of a product. */
  readonly clock?: number;
  /** Elements of y that are scaled where there is nothing to add. */
  readonly scales?: number;
  /** Called when an operator ends. */
  release(arrays: NamedArrays): void;
}

const correctParts: ToyParts = {
  product,
  copyArrays: (arrays) => Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()])),
  newVector: (length, type) => valueArray(type, length),
  write: (vector, data) => vector.data.set(data),
  writesWait: true,
  readsWait: true,
  inOrder: (works) => works,
  set: (pass) => pass.set,
  precisions: ['f64', 'f32'],
  // One is called as a precision is, which is allowed: WGSL's extension f16.
  capabilities: ['f32'],
  bytes: ({ matrix }) => storageBytes(matrix),
  release: () => {},
};

/** Work done only when something waits for it: as asynchronous as a device. */
interface Queue {
  push(work: () => void): void;
  drain(): void;
}

function createQueue({ inOrder }: Pick<ToyParts, 'inOrder'>): Queue {
  let pending: (() => void)[] = [];
  return {
    push: (work) => pending.push(work),
    drain: () => {
      const now = pending;
      pending = [];
      for (const work of inOrder(now)) work();
    },
  };
}

/** The function of a pass; where it is the toy's own, the one that a test puts in its place. */
async function functionOf(parts: ToyParts, { module, export: name }: JsPass): Promise<JsFunction> {
  if (name === 'product') return parts.product as unknown as JsFunction;
  return ((await import(module)) as Readonly<Record<string, JsFunction>>)[name] as JsFunction;
}

async function prepare(parts: ToyParts, queue: Queue, request: DriverRequest): Promise<DriverOperator> {
  const { matrix, kernelParams, launchParams, sizes, signature } = request;
  const arrays = parts.copyArrays(matrix.arrays) as ToyArrays;
  const program = request.program as JsProgram;
  const scratch = Object.fromEntries(
    Object.entries(program.scratch ?? {}).map(([name, { element, length }]) => [name, allocate(element, length)]),
  );
  const passes = await Promise.all(
    program.passes.map(async (pass) => {
      const count = pass.partition.count === 'workers' ? 1 : pass.partition.count;
      return { pass, run: await functionOf(parts, pass), count };
    }),
  );
  const work = (buffers: readonly DriverVector[], scalars: Float64Array): (() => void) => {
    const operands = Object.fromEntries([
      ...signature.buffers.map(({ name }, b) => [name, (buffers[b] as ToyVector).data]),
      ...signature.scalars.map(({ name }, s) => [name, scalars[s]]),
    ]) as Readonly<Record<string, ValueArray | number>>;
    return () => {
      for (const { pass, run, count } of passes) {
        const pieces = Math.min(count, launchParams['pieces'] as number);
        for (let piece = 0; piece < pieces; piece++)
          run({
            ...matrix.shape,
            nnz: matrix.nnz,
            sizes,
            scalars: matrix.scalars,
            arrays,
            auxiliary: request.auxiliary,
            formatParams: matrix.params,
            kernelParams,
            numbers: pass.numbers ?? {},
            ...operands,
            ...parts.set(pass),
            begin: Math.floor((piece * count) / pieces),
            end: Math.floor(((piece + 1) * count) / pieces),
            scratch,
            worker: 0,
            workers: 1,
            partialSums: { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 },
          } as unknown as JsArguments);
      }
    };
  };
  const { clock } = parts;
  return {
    bytesResident: parts.bytes(request),
    apply: (buffers, scalars) => queue.push(work([...buffers], scalars.slice())),
    ...(clock === undefined
      ? {}
      : {
          time: async (buffers, scalars, runs) => {
            queue.drain();
            return Float64Array.from({ length: runs }, () => {
              const begin = performance.now();
              work(buffers, scalars)();
              return clock * (performance.now() - begin);
            });
          },
        }),
    dispose: () => parts.release(arrays),
  };
}

function openToy(parts: ToyParts): BackendDriver {
  const queue = createQueue(parts);
  return {
    device: { name: 'toy', kind: 'cpu', precisions: parts.precisions, capabilities: parts.capabilities, limits: {} },
    prepare: (request) => prepare(parts, queue, request),
    createVector(length, precision) {
      const vector: ToyVector = {
        data: parts.newVector(length, PRECISIONS[precision].host),
        write: async (data) => {
          if (parts.writesWait) queue.drain();
          parts.write(vector, data);
        },
        read: async (target) => {
          if (parts.readsWait) queue.drain();
          target.set(vector.data);
        },
        dispose: () => {
          queue.drain();
          vector.data = new Float64Array(0);
        },
      };
      return vector;
    },
    scale(y, beta) {
      queue.push(() => {
        const { data } = y as ToyVector;
        for (let i = 0; i < Math.min(data.length, parts.scales ?? Infinity); i++)
          data[i] = beta === 0 ? 0 : beta * (data[i] as number);
      });
    },
    finish: async () => queue.drain(),
    dispose: async () => queue.drain(),
  };
}

/** A backend whose products happen when something waits for them, with some parts replaced. */
export function toyBackend(parts: Partial<ToyParts> = {}): BackendDescriptor {
  return {
    kind: 'backend',
    id: 'toy/queue',
    title: 'Products in a queue',
    targets: ['js'],
    launchParams: { axes: { pieces: { values: [1, 3], default: 1, doc: 'Ranges the rows are divided into.' } } },
    probe: async () => ({ available: true, devices: ['toy'] }),
    open: async () => openToy({ ...correctParts, ...parts }),
  };
}
