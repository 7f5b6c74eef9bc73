import type { CooMatrix, Product, ResidentMatrix, Sequence, ValueArray, ValueType, Vector } from '@spmv/core';
import { mapAsCsr, mapOfEntries, mapOfResident } from './device-map.ts';
import { createNumberReader } from './device-numbers.ts';
import { createStepCompiler } from './device-steps.ts';
import type { DeviceTools } from './device-tools.ts';
import type { Run, Space } from './space.ts';
import { complexOfReal } from './complex-of-real.ts';
import type { Cell, LinearMap, Step } from './step.ts';

/** A vector of the backend, there once it is needed. */
interface DeviceCell extends Cell {
  /** What a number begins with; absent of a vector. */
  readonly value?: number;
  /** Where its numbers are, whichever space made it. */
  vector?: Vector | undefined;
}

/** One of the parts of a complex number. */
interface PartCell extends Cell {
  readonly whole: Cell;
  readonly part: 0 | 1;
}

/** Numbers as a backend takes them; those that are so already are not copied. */
function inType(data: ArrayLike<number>, valueType: ValueType): ValueArray {
  if (valueType === 'f32') return data instanceof Float32Array ? data : Float32Array.from(data);
  return data instanceof Float64Array ? data : Float64Array.from(data);
}

/** Numbers in memory of this process, undefined where some are not: to await each of them takes as long as a product with thousands of entries. */
function numbersHere(there: readonly Vector[]): readonly number[] | undefined {
  const found: number[] = [];
  for (const { elements } of there) {
    if (!elements) return undefined;
    found.push(...elements);
  }
  return found;
}

const readAll = async (there: readonly Vector[]): Promise<readonly number[]> =>
  (await Promise.all(there.map((one) => one.read()))).flatMap((read) => [...read]);

const partOf = (whole: Cell, part: 0 | 1): PartCell => ({ length: 1, whole, part });

/** Vectors in the memory of a backend, and steps as its sequences. Disposing of it frees what it made; operators of vectors are those of `tools`. */
export function createDeviceSpace(tools: DeviceTools): Space {
  // Matrices of preconditioners are freed with the space.
  const prepared = tools.fresh();
  const { backend, precision, valueType, components } = tools;
  const reader = createNumberReader(tools);
  let scalarCount = 0;
  const made: DeviceCell[] = [];
  const after: (() => Promise<void>)[] = [];
  const sequences: Sequence[] = [];
  const vectorOf = (cell: Cell): Vector => {
    const one = cell as DeviceCell;
    if (!one.vector) {
      const { value } = one;
      const zeros = value === undefined ? one.length / components : 1;
      one.vector = backend.vector(value ? [value, 0].slice(0, components) : zeros, precision);
      made.push(one);
    }
    return one.vector;
  };
  const vector = (length: number): DeviceCell => ({ length });
  const scalar = (value = 0): DeviceCell => {
    scalarCount++;
    return { length: 1, value };
  };
  const immediate = backend.device.kind === 'cpu';
  const place = `${backend.device.name} (${backend.id}, ${precision})`;
  const compiler = createStepCompiler(tools, vectorOf, scalar, place);

  const compile = async (steps: readonly Step[]): Promise<Run> => {
    const parts: (() => void | Promise<void>)[] = [];
    let waiting: Product[] = [];
    const flush = async (): Promise<void> => {
      if (waiting.length === 0) return;
      const sequence = await backend.sequence(waiting);
      sequences.push(sequence);
      parts.push(() => sequence.run());
      waiting = [];
    };
    for (const step of steps)
      for (const part of await compiler.partsOf(step, steps)) {
        if (typeof part !== 'function') waiting.push(part);
        else {
          await flush();
          parts.push(part);
        }
      }
    await flush();
    await reader?.reserve(scalarCount);
    const runFrom = (from: number): void | Promise<void> => {
      for (let at = from; at < parts.length; at++) {
        const done = parts[at]();
        if (done) return done.then(() => runFrom(at + 1));
      }
    };
    return { run: () => runFrom(0) };
  };

  /** Every read is started before this returns: what is computed afterwards is not in it. */
  const numbers = async (cells: readonly Cell[]): Promise<readonly number[]> => {
    const parts = cells.map((cell): PartCell =>
      'whole' in cell ? (cell as PartCell) : { length: 1, whole: cell, part: 0 },
    );
    const known = parts.map(({ whole }) => (whole as DeviceCell).vector);
    const there = [...new Set(known.filter((one) => one !== undefined))];
    const here = immediate ? numbersHere(there) : undefined;
    const found = here ?? (await (reader?.read(there) ?? readAll(there)));
    return parts.map(({ whole, part }, k) => {
      const place = known[k] ? there.indexOf(known[k]) : -1;
      if (place >= 0) return found[components * place + part];
      return part === 0 ? ((whole as DeviceCell).value ?? 0) : 0;
    });
  };
  const matrix = (coo: CooMatrix, storage?: 'plain'): Promise<LinearMap> => {
    const own = components === 2 ? complexOfReal(coo) : coo;
    return storage === 'plain' ? mapAsCsr(prepared, own, true) : mapOfEntries(prepared, own);
  };
  return {
    precision: valueType,
    immediate,
    place,
    vector,
    scalar,
    matrix,
    ...(components === 2
      ? { partsOf: (whole: Cell) => [partOf(whole, 0), partOf(whole, 1)] as const }
      : { resident: (held: ResidentMatrix) => mapOfResident(prepared, held) }),
    compile,
    write: async (cell, data) => vectorOf(cell).write(inType(data, valueType)),
    read: async (cell) => vectorOf(cell).read(),
    numbers,
    whenDisposed: (free) => void after.push(free),
    dispose: async () => {
      for (const sequence of sequences.splice(0)) await sequence.dispose();
      for (const cell of made.splice(0)) {
        await cell.vector?.dispose();
        cell.vector = undefined;
      }
      await reader?.dispose();
      await prepared.dispose();
      for (const free of after.splice(0)) await free();
    },
  };
}
