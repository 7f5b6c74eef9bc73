import { elementTypeOf } from '../data/element.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision, ValueType } from '../data/precision.ts';
import { numbersOf, PRECISIONS, valueArray } from '../data/precision.ts';
import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { DenseLayout } from '../operation/operand.ts';
import type { DriverVector } from './backend-driver.ts';
import type { Disposal } from './disposal.ts';
import { disposal } from './disposal.ts';
import type { Late } from './late.ts';
import type { Lifetime } from './lifetime.ts';

/** A dense vector, or the elements of a dense matrix, in the memory of one backend; `N` is what the host reads and writes. */
export interface Vector<N extends ValueArray = ValueArray> extends Disposal {
  /** Number of elements, complex ones counted once; host arrays hold pairs of these. For a dense matrix: from its first to its last element, gaps included. */
  readonly length: number;
  /** Layout of the dense matrix; absent for a vector. */
  readonly layout?: DenseLayout;
  readonly precision: Precision;
  /** Type of the host arrays it is written from and read into. */
  readonly host: ValueType;
  /**
   * The elements themselves, where the backend computes in memory of this process (`serial`, `threads`): written here, read by the next `apply`, and
   * what `apply` wrote is there when it returns. The same memory each time; of no use after disposal. Undefined on devices, and in precisions of 16 bits; empty for length 0.
   * Errors: `LIFETIME.DISPOSED`.
   */
  readonly elements: N | undefined;
  /** Copies `data` in, ordered after everything before. Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, and what the device said late of a vector. */
  write(data: N): Promise<void>;
  /** The contents after everything applied before has finished; into `target` when given, else a new array. Errors: as of `write`. */
  read(target?: N): Promise<N>;
}

/** What the checked entry knows of a vector it handed out. */
export interface VectorInternals {
  /** Of the opened backend it belongs to. */
  readonly owner: Late;
  /** Absent for length 0: no driver is asked for that. */
  readonly driver: DriverVector | undefined;
  readonly lifetime: Lifetime;
}

// A hidden property instead of a WeakMap: `apply` looks two vectors up for every product.
const INTERNALS: unique symbol = Symbol('spmv vector');

/** The internals of a vector of the backend `owner`, else `undefined`. */
export function vectorInternals(vector: Vector, owner: object): VectorInternals | undefined {
  // Callers without types may forget operands, so `undefined` is possible here.
  const internals = (vector as (Vector & { readonly [INTERNALS]?: VectorInternals }) | undefined)?.[INTERNALS];
  return internals?.owner === owner ? internals : undefined;
}

/** Throws unless `data` has `length` elements of the host type, of which `components` make a number. `what` names the operand. */
export function checkHostArray(
  what: string,
  data: ValueArray,
  length: number,
  host: ValueType,
  components: 1 | 2 = 1,
): void {
  if (elementTypeOf(data) !== host) {
    throw new SpmvError(
      'OPERAND.TYPE',
      `${what} needs a ${host === 'f64' ? 'Float64Array' : 'Float32Array'}, not ${describe(data)}.`,
      {
        fix: `Convert it: new ${host === 'f64' ? 'Float64Array' : 'Float32Array'}(data).`,
        details: { what, expected: host, got: describe(data) },
      },
    );
  }
  if (data.length !== length) {
    const needed = components === 2 ? `${length / 2} pairs, ${length} elements` : `${length} elements`;
    throw new SpmvError('OPERAND.LENGTH', `${what} needs ${needed}, not ${data.length}.`, {
      fix: components === 2 ? 'Give the real and the imaginary part of each number.' : `Give ${length} elements.`,
      details: { what, expected: length, got: data.length },
    });
  }
}

/** The numbers in an array of the host type: a list becomes one, rounded. Errors: `OPERAND.TYPE`. */
export function inHostArray(what: string, data: ValueArray | readonly number[], host: ValueType): ValueArray {
  if (!Array.isArray(data)) return data as ValueArray;
  const wrong = data.findIndex((value) => typeof value !== 'number');
  if (wrong < 0) return host === 'f64' ? Float64Array.from(data) : Float32Array.from(data);
  throw new SpmvError('OPERAND.TYPE', `${what} needs numbers; its element ${wrong} is ${shown(data[wrong])}.`, {
    fix: 'Give numbers.',
    details: { what, expected: 'number', at: wrong },
  });
}

function describe(data: unknown): string {
  if (data === null || typeof data !== 'object') return String(data);
  return Object.prototype.toString.call(data).slice(8, -1);
}

/** The public vector over a driver's. */
export function createVectorHandle(
  internals: VectorInternals,
  length: number,
  precision: Precision,
  layout?: DenseLayout,
): Vector {
  const { host, components } = PRECISIONS[precision];
  const numbers = numbersOf(precision, length);
  const { driver, lifetime, owner } = internals;
  const during = async (work: () => Promise<void> | undefined): Promise<void> => {
    await lifetime.during(async () => work());
    await owner.settled();
  };
  const vector: Vector & { readonly [INTERNALS]: VectorInternals } = {
    [INTERNALS]: internals,
    length,
    ...(layout ? { layout } : {}),
    precision,
    host,
    get elements() {
      lifetime.assertAlive();
      return driver ? driver.elements : valueArray(host, 0);
    },
    async write(data) {
      checkHostArray('The vector', data, numbers, host, components);
      await during(() => driver?.write(data));
    },
    async read(target) {
      const into = target ?? valueArray(host, numbers);
      checkHostArray('The target of the read', into, numbers, host, components);
      await during(() => driver?.read(into));
      return into;
    },
    ...disposal(() => lifetime.end()),
  };
  return vector;
}
