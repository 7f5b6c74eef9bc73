import type { Product, Sequence, ValueArray, ValueType, Vector } from '@spmv/core';
import { mapAsCsr, mapOfEntries, mapOfResident } from './device-map.ts';
import { createNumberReader } from './device-numbers.ts';
import { createStepCompiler } from './device-steps.ts';
import type { DeviceTools } from './device-tools.ts';
import type { Run, Space } from './space.ts';
import type { Cell, Step } from './step.ts';

/** A vector of the backend, there once it is needed. */
interface DeviceCell extends Cell {
  /** What it begins with. */
  readonly value: number;
  /** Where its numbers are, whichever space made it. */
  vector?: Vector | undefined;
}

/** Numbers as a backend takes them; those that are so already are not copied. */
function inType(data: ArrayLike<number>, valueType: ValueType): ValueArray {
  if (valueType === 'f32') return data instanceof Float32Array ? data : Float32Array.from(data);
  return data instanceof Float64Array ? data : Float64Array.from(data);
}

/** Vectors in the memory of a backend, and steps as its sequences. Disposing of it frees what it made; operators of vectors are those of `tools`. */
export function createDeviceSpace(tools: DeviceTools): Space {
  // Matrices of preconditioners are freed with the space.
  const own = tools.fresh();
  const { backend, precision, valueType } = tools;
  const reader = createNumberReader(tools);
  let scalarCount = 0;
  const made: DeviceCell[] = [];
  const after: (() => Promise<void>)[] = [];
  const sequences: Sequence[] = [];
  const vectorOf = (cell: Cell): Vector => {
    const one = cell as DeviceCell;
    if (!one.vector) {
      one.vector = backend.vector(one.value ? [one.value] : one.length, precision);
      made.push(one);
    }
    return one.vector;
  };
  const vector = (length: number): DeviceCell => ({ length, value: 0 });
  const scalar = (value = 0): DeviceCell => {
    scalarCount++;
    return { length: 1, value };
  };
  const immediate = backend.device.kind === 'cpu';
  const place = `${backend.device.name} (${backend.id}, ${precision})`;
  const compiler = createStepCompiler(tools, vectorOf, scalar(1), place);

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
      for (const part of await compiler.partsOf(step)) {
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
  const numbers = (cells: readonly Cell[]): Promise<readonly number[]> => {
    const known = cells.map((cell) => (cell as DeviceCell).vector);
    const there = known.filter((one) => one !== undefined);
    const together = reader?.read(there);
    if (!together)
      return Promise.all(cells.map(async (cell, k) => (await known[k]?.read())?.[0] ?? (cell as DeviceCell).value));
    return together.then((found) => {
      let at = 0;
      return cells.map((cell, k) => (known[k] ? found[at++] : (cell as DeviceCell).value));
    });
  };
  return {
    precision,
    immediate,
    place,
    vector,
    scalar,
    matrix: (coo, storage) => (storage === 'plain' ? mapAsCsr(own, coo, true) : mapOfEntries(own, coo)),
    resident: (matrix) => mapOfResident(own, matrix),
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
      await own.dispose();
      for (const free of after.splice(0)) await free();
    },
  };
}
