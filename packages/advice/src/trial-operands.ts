import type { Backend, KernelPrecision, Precision, Vector, Workload } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { errorBounds } from '@spmv/core/oracle';
import { operandList, PRECISIONS, referencesOf, scalarValues, storedPrecision, toValueType } from '@spmv/core';

/** Contents of operands from the same stream of numbers in [0.1, 3) each time: splitmix32. */
function contentsOf(length: number, seed: number): Float64Array {
  const vector = new Float64Array(length);
  let state = seed | 0;
  for (let i = 0; i < length; i++) {
    state = (state + 0x9e3779b9) | 0;
    let t = state ^ (state >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    vector[i] = 0.1 + 2.9 * (((t ^ (t >>> 15)) >>> 0) / 2 ** 32);
  }
  return vector;
}

/** Operands of trials on one backend in one precision. */
export interface TrialOperands {
  /** What a product is given, in order. */
  readonly list: readonly unknown[];
  /** Operands that it writes. */
  readonly written: Readonly<Record<string, Vector>>;
}

/** What a product is judged by. */
export interface ExpectedResult {
  readonly reference: Reference;
  readonly bounds: Float64Array;
}

/** Operands of all trials of a workload, made when first needed, and what the written ones should hold after a product. */
export interface TrialPool {
  of(backend: Backend, precision: Precision): Promise<TrialOperands>;
  /** What the written operands should hold after a product, and the bounds of its errors. */
  expected(arithmetic: KernelPrecision): Readonly<Record<string, ExpectedResult>>;
  dispose(): Promise<void>;
}

/** A pool of random operands, α = 1 and β = 0 where there are such. */
export function createTrialPool(workload: Workload): TrialPool {
  const { signature, components } = workload;
  const scalars = scalarValues(workload, { alpha: 1, beta: 0 });
  const contents: Record<string, Float64Array> = {};
  const contentOf = (name: string, length: number, place: number): Float64Array =>
    (contents[name] ??= contentsOf(components * length, 42 + place));
  const made = new Map<Backend, Map<Precision, Promise<TrialOperands>>>();
  const vectors: Vector[] = [];
  const references = new Map<string, Readonly<Record<string, Reference>>>();
  const expected = new Map<string, Readonly<Record<string, ExpectedResult>>>();
  const make = async (backend: Backend, precision: Precision): Promise<TrialOperands> => {
    const handles: Record<string, Vector> = {};
    for (const [b, slot] of signature.buffers.entries()) {
      const data = toValueType(PRECISIONS[precision].host, contentOf(slot.name, slot.length, b));
      const { layout } = slot;
      const handle = layout
        ? backend.dense(layout.rows, layout.cols, { ...layout, precision, data })
        : backend.vector(data, precision);
      vectors.push(handle);
      handles[slot.name] = handle;
    }
    try {
      // What there is no room for is told before a product of it, and then leaves the backend to others.
      await backend.finish();
    } catch (error) {
      for (const vector of Object.values(handles)) await vector.dispose();
      throw error;
    }
    const written = signature.buffers.flatMap(({ name, access }) =>
      access === 'read' ? [] : [[name, handles[name]] as const],
    );
    return { list: operandList({ signature }, handles, scalars), written: Object.fromEntries(written) };
  };
  return {
    of(backend, precision) {
      const own = made.get(backend) ?? new Map<Precision, Promise<TrialOperands>>();
      made.set(backend, own);
      const found = own.get(precision) ?? make(backend, precision);
      own.set(precision, found);
      return found;
    },
    expected(arithmetic) {
      const { accumulator } = arithmetic;
      const key = `${arithmetic.precision} ${storedPrecision(arithmetic)}`;
      const known = expected.get(`${key} ${accumulator}`);
      if (known) return known;
      for (const [b, slot] of signature.buffers.entries()) contentOf(slot.name, slot.length, b);
      const found = references.get(key) ?? referencesOf(workload, contents, scalars, arithmetic);
      references.set(key, found);
      const made = Object.entries(found).map(([name, reference]) => {
        return [name, { reference, bounds: errorBounds(reference, accumulator) }] as const;
      });
      expected.set(`${key} ${accumulator}`, Object.fromEntries(made));
      return Object.fromEntries(made);
    },
    dispose: async () => {
      for (const vector of vectors) await vector.dispose();
    },
  };
}
