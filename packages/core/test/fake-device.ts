import type {
  BackendDescriptor,
  DriverOperator,
  DriverRequest,
  DriverVector,
  Kernel,
  Operand,
  Operation,
  ValueArray,
} from '../src/index.ts';
import { NO_PARAMS, valueArray } from '../src/index.ts';

/** An operation of these operands, which no driver here computes. */
export function operationOf(operands: readonly Operand[], more: Partial<Operation> = {}): Operation {
  return {
    kind: 'operation',
    id: 'test/op',
    title: 'Test',
    formula: 'anything',
    sources: [],
    options: {},
    sizes: {},
    operands: () => operands,
    trivial: { sizes: [], scalars: [] },
    flops: () => 0,
    reference: () => ({}),
    checks: [],
    ...more,
  };
}

/** A kernel of an operation, of no format unless one is given. */
export function kernelOf(operation: Operation, more: Partial<Kernel<'js'>> = {}): Kernel<'js'> {
  return {
    kind: 'kernel',
    id: 'js/test/op',
    operation: operation.id,
    target: 'js',
    title: '',
    sources: [],
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f64' },
    ],
    reproducibility: 'bitwise',
    requires: [],
    params: NO_PARAMS,
    program: () => ({ passes: [] }),
    ...more,
  };
}

/** One product as the driver was given it. */
export interface SeenProduct {
  readonly first: readonly (number | undefined)[];
  readonly scalars: readonly number[];
}

/** A driver that computes nothing and remembers what it is asked for. */
export function recordingDevice() {
  const requests: DriverRequest[] = [];
  const products: SeenProduct[] = [];
  const lists: unknown[] = [];
  const scaled: (readonly [length: number, factor: number])[] = [];
  const vectors = new Set<ValueArray>();
  const dataOf = (vector: DriverVector): ValueArray => (vector as DriverVector & { data: ValueArray }).data;
  const see = (buffers: readonly DriverVector[], scalars: Float64Array): void => {
    products.push({ first: buffers.map((buffer) => dataOf(buffer)[0]), scalars: [...scalars] });
    lists.push(buffers, scalars);
  };
  const operator: DriverOperator = {
    bytesResident: 8,
    apply: see,
    time: async (buffers, scalars, runs) => {
      see(buffers, scalars);
      return new Float64Array(runs);
    },
    dispose: () => {},
  };
  const descriptor: BackendDescriptor = {
    kind: 'backend',
    id: 'recording',
    title: 'Recording',
    targets: ['js'],
    launchParams: NO_PARAMS,
    probe: async () => ({ available: true, devices: [] }),
    open: async () => ({
      device: { name: 'Recording', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: [], limits: {} },
      prepare: async (request) => {
        requests.push(request);
        return operator;
      },
      createVector: (length, precision) => {
        const data = valueArray(precision === 'f32' ? 'f32' : 'f64', length);
        vectors.add(data);
        return {
          data,
          write: async (from: ValueArray) => data.set(from),
          read: async (into: ValueArray) => into.set(data),
          dispose: () => void vectors.delete(data),
        };
      },
      scale: (vector, factor) => {
        const data = dataOf(vector);
        scaled.push([data.length, factor]);
        data.forEach((value, i) => {
          data[i] = factor === 0 ? 0 : factor * value;
        });
      },
      finish: async () => {},
      dispose: async () => {},
    }),
  };
  return {
    descriptor,
    requests,
    products,
    lists,
    scaled,
    /** Vectors that were made and not disposed of. */
    get live() {
      return vectors.size;
    },
  };
}
