import type { Backend, Precision, Vector, Workload } from '@spmv/core';
import { operandList, PRECISIONS, toValueType } from '@spmv/core';
import type { CheckVariant } from './check-variant.ts';
import { disposeAll } from '../host/dispose-all.ts';
import type { UploadedOperands } from '../time/timing-subject.ts';

/** Operands on a device for one matrix: what is only read once for each contents, what is written once in all; made when first needed. */
export interface Operands {
  /** What a product of this variant is given, in order; written operands hold what the variant starts from. */
  given(variant: CheckVariant): Promise<readonly unknown[]>;
  /** The same, with vectors of set number `set` for what is read, and what writes these. */
  uploaded(variant: CheckVariant, set: number): Promise<UploadedOperands>;
  /** Writes what the variant starts from into the operands that are written. */
  reset(variant: CheckVariant): Promise<void>;
  /** The operand of a name. */
  written(name: string): Vector;
}

/** Operands by backend and precision; all are disposed of together. */
export interface OperandPool {
  of(backend: Backend, precision: Precision): Operands;
  dispose(): Promise<void>;
}

/** Operands of one problem on each backend and in each precision, made when they are first asked for. */
export function createOperandPool({ signature }: Workload): OperandPool {
  const pools = new Map<Backend, Map<Precision, Operands>>();
  const vectors: Vector[] = [];
  const make = (backend: Backend, precision: Precision): Operands => {
    const { host } = PRECISIONS[precision];
    const create = (slot: (typeof signature.buffers)[number], data?: Float64Array): Vector => {
      const { layout, length } = slot;
      const rounded = data && toValueType(host, data);
      const made = layout
        ? backend.dense(layout.rows, layout.cols, { ...layout, precision, ...(rounded ? { data: rounded } : {}) })
        : backend.vector(rounded ?? length, precision);
      vectors.push(made);
      return made;
    };
    // By set, then by contents.
    const read: Map<Float64Array, Vector>[] = [];
    const written = new Map<string, Vector>();
    const handlesOf = async (variant: CheckVariant, set: number): Promise<Readonly<Record<string, Vector>>> => {
      const ofSet = (read[set] ??= new Map<Float64Array, Vector>());
      const handles: Record<string, Vector> = {};
      const fresh: { readonly vector: Vector; forget(): void }[] = [];
      for (const slot of signature.buffers) {
        const contents = variant.buffers[slot.name] as Float64Array;
        const isRead = slot.access === 'read';
        const place: Map<unknown, Vector> = isRead ? ofSet : written;
        const key = isRead ? contents : slot.name;
        const known = place.get(key);
        const vector = known ?? create(slot, isRead ? contents : undefined);
        handles[slot.name] = vector;
        if (known) continue;
        place.set(key, vector);
        fresh.push({ vector, forget: () => place.delete(key) });
      }
      try {
        await operands.reset(variant);
      } catch (error) {
        // A device may say only now that it has no room for them. The next combination asks anew.
        for (const one of fresh) one.forget();
        await disposeAll(fresh.map(({ vector }) => vector));
        throw error;
      }
      return handles;
    };
    const operands: Operands = {
      given: async (variant) => operandList({ signature }, await handlesOf(variant, 0), variant.scalars),
      async uploaded(variant, set) {
        const handles = await handlesOf(variant, set);
        const contents = signature.buffers.flatMap(({ name, access }) =>
          access === 'read'
            ? [[handles[name] as Vector, toValueType(host, variant.buffers[name] as Float64Array)] as const]
            : [],
        );
        return {
          operands: operandList({ signature }, handles, variant.scalars),
          async upload() {
            for (const [vector, data] of contents) await vector.write(data);
          },
        };
      },
      async reset(variant) {
        for (const [name, vector] of written)
          await vector.write(toValueType(host, variant.buffers[name] as Float64Array));
      },
      written(name) {
        const vector = written.get(name);
        if (!vector) throw new RangeError(`operand '${name}' was not given yet`);
        return vector;
      },
    };
    return operands;
  };
  return {
    of(backend, precision) {
      const ofBackend = pools.get(backend) ?? new Map<Precision, Operands>();
      pools.set(backend, ofBackend);
      const operands = ofBackend.get(precision) ?? make(backend, precision);
      ofBackend.set(precision, operands);
      return operands;
    },
    dispose: () => disposeAll(vectors),
  };
}
