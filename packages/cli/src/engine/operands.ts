import type { Backend, Precision, Vector, Workload } from '@spmv/core';
import { operandList, PRECISIONS, toValueType } from '@spmv/core';
import type { CheckVariant } from './check-variant.ts';
import { disposeAll } from './dispose-all.ts';

/** Operands on a device for one matrix: what is only read once for each contents, what is written once in all; made when first needed. */
export interface Operands {
  /** What a product of this variant is given, in order; written operands hold what the variant starts from. */
  given(variant: CheckVariant): Promise<readonly unknown[]>;
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

export function createOperandPool({ signature }: Workload): OperandPool {
  const pools = new Map<Backend, Map<Precision, Operands>>();
  const vectors: Vector[] = [];
  const make = (backend: Backend, precision: Precision): Operands => {
    const { host } = PRECISIONS[precision];
    const create = async (slot: (typeof signature.buffers)[number], data?: Float64Array): Promise<Vector> => {
      const { layout, length } = slot;
      const rounded = data && toValueType(host, data);
      const made = layout
        ? await backend.dense(layout.rows, layout.cols, { ...layout, precision, ...(rounded ? { data: rounded } : {}) })
        : await backend.vector(rounded ?? length, precision);
      vectors.push(made);
      return made;
    };
    const read = new Map<Float64Array, Vector>();
    const written = new Map<string, Vector>();
    const operands: Operands = {
      async given(variant) {
        const buffers: Vector[] = [];
        for (const slot of signature.buffers) {
          const contents = variant.buffers[slot.name] as Float64Array;
          const known = slot.access === 'read' ? read.get(contents) : written.get(slot.name);
          const handle = known ?? (await create(slot, slot.access === 'read' ? contents : undefined));
          if (slot.access === 'read') read.set(contents, handle);
          else written.set(slot.name, handle);
          buffers.push(handle);
        }
        await operands.reset(variant);
        const handles = Object.fromEntries(signature.buffers.map(({ name }, b) => [name, buffers[b]]));
        return operandList({ signature }, handles, variant.scalars);
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
