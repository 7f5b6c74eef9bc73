import type { Backend, Precision, Shape, Vector } from '@spmv/core';
import { PRECISIONS, toValueType } from '@spmv/core';
import type { CheckVariant } from './check-variant.ts';
import { disposeAll } from './dispose-all.ts';

/** Vectors on a device for one matrix: x of each variant and one y, made when first needed. */
export interface Operands {
  x(variant: CheckVariant): Promise<Vector>;
  /** The y of this backend and precision, holding what the variant starts from. */
  y(variant: CheckVariant): Promise<Vector>;
}

/** Operands by backend and precision; all are disposed of together. */
export interface OperandPool {
  of(backend: Backend, precision: Precision): Operands;
  dispose(): Promise<void>;
}

export function createOperandPool(shape: Shape): OperandPool {
  const pools = new Map<Backend, Map<Precision, Operands>>();
  const vectors: Vector[] = [];
  const keep = (vector: Vector): Vector => {
    vectors.push(vector);
    return vector;
  };
  const make = (backend: Backend, precision: Precision): Operands => {
    const { host } = PRECISIONS[precision];
    const xs = new Map<Float64Array, Vector>();
    let y: Vector | undefined;
    return {
      async x(variant) {
        const found = xs.get(variant.x) ?? keep(await backend.vector(toValueType(host, variant.x), precision));
        xs.set(variant.x, found);
        return found;
      },
      async y(variant) {
        y ??= keep(await backend.vector(shape.rows, precision));
        await y.write(toValueType(host, variant.y));
        return y;
      },
    };
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
