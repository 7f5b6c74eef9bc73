import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cooFromEntries, isSpmvError, scalarValues } from '@spmv/core';
import type { Kernel, ValueArray } from '@spmv/core';
import { resolveGrid } from '@spmv/kernel-kit';
import { describe, expect, it } from 'vitest';
import { deviceMemory, operandsOf } from '../src/device-memory.ts';
import { planTrace } from '../src/index.ts';
import type { TracePlan } from '../src/index.ts';
import { argumentBytes } from '../src/launch-arguments.ts';
import { decode } from '../src/machine/decode.ts';
import { runLaunch } from '../src/machine/run-launch.ts';
import { parseEntry } from '../src/ptx/parse-entry.ts';
import type { Traced } from './traced.ts';
import { builtPtx, failuresOf, NO_PTX, registry, traced } from './traced.ts';

const kernel: Kernel = registry.kernel('cuda/dots-dot-norm');
/** Elements of a block of 32 threads in f64. */
const PER_BLOCK = 128;

/** Pseudo-random numbers of several magnitudes: another order gives another sum. */
function uneven(count: number): Float64Array {
  let state = 12_345;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1;
    return ((state / 2 ** 31 - 0.5) / 3) * 10 ** ((state % 5) - 2);
  });
}

/** What each block is to leave: one element of its own, the others 0. All blocks take their first two elements a thread before the next two. */
function vectorsOf(left: Float64Array, perBlock: number): Readonly<Record<string, ValueArray>> {
  const x = new Float64Array(left.length * perBlock);
  const z = new Float64Array(x.length);
  for (const [b, value] of left.entries()) {
    x[(b * perBlock) / 2] = value;
    z[(b * perBlock) / 2] = 1;
  }
  return { x, z, s: new Float64Array(1), t: new Float64Array(1) };
}

/** The sum as 1024 threads add it up: each every 1024th, then lanes and warps by trees. */
function inOrder(left: Float64Array): number {
  const tree = (of: readonly number[]): number => {
    let list = of;
    while (list.length > 1) {
      const half = list.length / 2;
      list = list.slice(0, half).map((value, i) => value + (list[half + i] as number));
    }
    return list[0] as number;
  };
  const adders = Array.from({ length: 1024 }, () => 0);
  for (const [b, value] of left.entries()) adders[b % 1024] = (adders[b % 1024] as number) + value;
  return tree(Array.from({ length: 32 }, (_, warp) => tree(adders.slice(32 * warp, 32 * warp + 32))));
}

const ptxOf = (plan: TracePlan): string => readFileSync(fileURLToPath(plan.ptxUrl), 'utf8');

/** Launches after one another in the same memory: the sums of each, and how many slots are not empty after it. */
function launchesOf(
  given: Readonly<Record<string, ValueArray>>,
  blockSize: number,
  launches: number,
  change: (ptx: string) => string = (ptx) => ptx,
): readonly { readonly s: number; readonly t: number; readonly filled: number }[] {
  const plan = planTrace({
    operation: registry.operation('dots'),
    kernel,
    params: { blockSize },
    sizes: { n: given['x']?.length ?? 0 },
  });
  const scalars = scalarValues(plan);
  const memory = deviceMemory(plan, operandsOf(plan, given, scalars));
  const [launch] = plan.program.launches;
  if (!launch || plan.program.launches.length > 1) throw new Error('the kernel is one launch');
  const program = decode(parseEntry(change(ptxOf(plan)), launch.entryPoint));
  const params = argumentBytes(plan, launch.arguments, program, memory, scalars);
  const nothing = (): void => {};
  const observer = { executed: nothing, branched: nothing, accessed: nothing };
  const grid = resolveGrid(launch.grid, () => 0);
  const wordsOf = (name: string): Float64Array =>
    new Float64Array(memory.buffers.get(name)?.contents.buffer as ArrayBuffer);
  return Array.from({ length: launches }, () => {
    runLaunch({ program, grid, block: launch.block, sharedBytes: 0, params, memory, maxSteps: 2_000_000 }, observer);
    return {
      s: wordsOf('s')[0] as number,
      t: wordsOf('t')[0] as number,
      filled: new BigUint64Array(wordsOf('scratch.sums').buffer).filter((word) => word !== 0n).length,
    };
  });
}

describe.skipIf(!builtPtx)(`sums over blocks${builtPtx ? '' : ` (skipped: ${NO_PTX})`}`, () => {
  it.each([1, 2, 33, 200, 1023, 1025, 2600])('are added up in one order, of %d blocks of any size', (blocks) => {
    const left = uneven(blocks);
    const expected = { s: inOrder(left), t: inOrder(left.map((value) => value * value)), filled: 0 };
    for (const warps of blocks > 1000 ? [1] : [1, 2, 12, 32])
      expect([warps, launchesOf(vectorsOf(left, PER_BLOCK * warps), 32 * warps, 1)]).toEqual([warps, [expected]]);
  });

  it.each(['csr', 'sell', 'packed'])(
    'are 0 over a product with %s that has no rows, or no entries and alpha = beta = 0',
    (format) => {
      for (const rows of [0, 3]) {
        const coo = cooFromEntries({ rows, cols: 2 }, { rowIndex: [], colIndex: [], values: [] });
        const one = traced(registry.kernel(`cuda/fused-${format}-dot-norm`), { coo, scalars: { alpha: 0, beta: 0 } });
        expect([rows, one.trace.results['s']?.[0], one.trace.results['t']?.[0]]).toEqual([rows, 0, 0]);
      }
    },
  );

  it.each(['descend-scaled', 'descend-plain', 'conjugate-scaled', 'conjugate-plain'])(
    'and vectors are the same where %s asks for vectors ahead',
    (id) => {
      for (const n of [1, 127, 5000]) {
        const [without, ahead] = [false, true].map((value) =>
          traced(registry.kernel(`cuda/${id}`), { sizes: { n }, params: { ahead: value, blockSize: 64 } }),
        );
        expect(ahead?.trace.results).toEqual(without?.trace.results);
        expect(failuresOf(ahead as Traced)).toBe(0);
      }
    },
  );

  it('are another number in another order, so that this would be seen', () => {
    const left = uneven(1025);
    expect(inOrder(left.toReversed())).not.toBe(inOrder(left));
  });

  it('are the same in the next launch, which finds all slots empty', () => {
    const [first, ...others] = launchesOf(vectorsOf(uneven(70), PER_BLOCK), 32, 3);
    expect(first?.filled).toBe(0);
    expect(others).toEqual([first, first]);
  });

  it('keep infinities and NaN, whatever its bits', () => {
    const given = (value: number) => {
      const left = uneven(40);
      left[7] = value;
      return launchesOf(vectorsOf(left, PER_BLOCK), 32, 2);
    };
    const allBits = new Float64Array(BigUint64Array.of(2n ** 64n - 1n).buffer)[0] as number;
    for (const one of [...given(Number.NaN), ...given(allBits)])
      expect(one).toEqual({ s: Number.NaN, t: Number.NaN, filled: 0 });
    for (const one of given(-Infinity)) expect(one).toMatchObject({ t: Infinity, filled: 0 });
  });

  // A word of the slots is put by its own instruction: what is left is not 0, what empties is a register that holds 0.
  const STORE = /st\.relaxed\.gpu\.global\.u64 \[%rd\d+\], (%rd\d+);/gu;
  const zeros = (ptx: string): ReadonlySet<string> =>
    new Set([...ptx.matchAll(/mov\.[bu]64\s+(%rd\d+), 0;/gu)].map(([, register]) => register as string));

  it('would be wrong in the next launch if slots were not emptied, which is seen', () => {
    const keeping = (ptx: string): string => {
      const empty = zeros(ptx);
      return ptx.replaceAll(STORE, (text, register: string) => (empty.has(register) ? '' : text));
    };
    const [first] = launchesOf(vectorsOf(uneven(70), PER_BLOCK), 32, 1, keeping);
    expect(first?.filled).toBe(140);
  });

  it('are waited for: without those of the blocks the launch does not end', () => {
    const silent = (ptx: string): string => {
      const empty = zeros(ptx);
      return ptx.replaceAll(STORE, (text, register: string) => (empty.has(register) ? text : ''));
    };
    let said: unknown;
    try {
      launchesOf(vectorsOf(uneven(3), PER_BLOCK), 32, 1, silent);
    } catch (error) {
      said = isSpmvError(error) && error.code;
    }
    expect(said).toBe('TRACE.STEP_LIMIT');
  });
});
