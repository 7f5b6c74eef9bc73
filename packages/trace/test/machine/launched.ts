import type { TypedArray } from '@spmv/core';
import { createGlobalMemory } from '../../src/machine/global-memory.ts';
import type { GlobalMemory } from '../../src/machine/global-memory.ts';
import { decode } from '../../src/machine/decode.ts';
import type { LaunchObserver } from '../../src/machine/run-launch.ts';
import { runLaunch } from '../../src/machine/run-launch.ts';
import { parseEntry } from '../../src/ptx/parse-entry.ts';

/** A launch of hand-written PTX: kernel `k`, whose parameters `p0`, `p1`, … are the buffers in their order. */
export interface Launched {
  readonly body: string;
  readonly buffers: Readonly<Record<string, TypedArray>>;
  readonly grid?: number;
  readonly block?: number;
  readonly maxSteps?: number;
  readonly observer?: Partial<LaunchObserver>;
  readonly readOnly?: readonly string[];
}

const REGISTERS =
  '.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<40>; .reg .f32 %f<9>; .reg .b64 %rd<20>; .reg .f64 %fd<9>;';

/** Runs it; the buffers are in the memory that comes back. */
export function launched({
  body,
  buffers,
  grid = 1,
  block = 32,
  maxSteps = 100_000,
  observer = {},
  readOnly = [],
}: Launched): GlobalMemory {
  const names = Object.keys(buffers);
  const ptx = `.entry k(${names.map((_, i) => `.param .u64 p${i}`).join(', ')})\n{\n${REGISTERS}\n${body}\n}\n`;
  const program = decode(parseEntry(ptx, 'k'));
  const memory = createGlobalMemory();
  const params = new DataView(new ArrayBuffer(program.parameterBytes));
  names.forEach((name, i) => {
    const buffer = memory.add(name, buffers[name] as TypedArray, !readOnly.includes(name));
    params.setBigUint64(8 * i, BigInt(buffer.address), true);
  });
  const nothing = (): void => {};
  runLaunch(
    { program, grid: [grid, 1, 1], block: [block, 1, 1], sharedBytes: 256, params, memory, maxSteps },
    { executed: nothing, branched: nothing, accessed: nothing, ...observer },
  );
  return memory;
}

function bytesIn(memory: GlobalMemory, name: string): ArrayBuffer {
  const buffer = memory.buffers.get(name);
  if (!buffer) throw new Error(`there is no buffer '${name}'`);
  return buffer.contents.buffer as ArrayBuffer;
}

/** What is in a buffer, as 32-bit integers. */
export function wordsIn(memory: GlobalMemory, name: string): readonly number[] {
  return [...new Int32Array(bytesIn(memory, name))];
}

/** What is in a buffer, as f64. */
export function doublesIn(memory: GlobalMemory, name: string): readonly number[] {
  return [...new Float64Array(bytesIn(memory, name))];
}

/** PTX that stores 32-bit register `from` to element %tid.x of buffer 0. */
export const storeWord = (from: string): string =>
  `ld.param.u64 %rd18, [p0]; mov.u32 %r39, %tid.x; mul.wide.u32 %rd19, %r39, 4; add.s64 %rd18, %rd18, %rd19; st.global.u32 [%rd18], ${from};`;
