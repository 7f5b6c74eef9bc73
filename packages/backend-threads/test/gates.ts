// Where the tests of claims stop workers: gates in shared memory, opened by one thread and waited at by another.
import type { BoundPass } from '../src/bound-operator.ts';

/** Memory of a test: the control block, who computed each part how often, and the gates. */
export interface SharedState {
  readonly control: SharedArrayBuffer;
  /** Word part × THREADS + thread: how often that thread computed that part. */
  readonly computed: Int32Array;
  readonly gates: Int32Array;
}

export const THREADS = 4;
/** The operators of the workers of a test. */
export const PLAIN = 0;
export const STOPPING = 1;
export const UNEVEN = 2;
/** The gate that opens when a worker is inside a part of {@link STOPPING}, and the one that lets it go on. */
export const INSIDE = 0;
export const GO_ON = 1;

export function openGate(gates: Int32Array, gate: number): void {
  Atomics.store(gates, gate, 1);
  Atomics.notify(gates, gate);
}

export function waitAt(gates: Int32Array, gate: number): void {
  while (Atomics.load(gates, gate) === 0) Atomics.wait(gates, gate, 0);
}

/** A pass that counts. `meanwhile` comes before. */
export function countingPass(
  { computed }: SharedState,
  self: number,
  meanwhile: (part: number) => void = () => {},
): BoundPass {
  return (part) => {
    meanwhile(part);
    computed[part * THREADS + self] = (computed[part * THREADS + self] as number) + 1;
  };
}

/** Loses a time that differs from call to call, the same in every run of the test. */
export function createDelay(seed: number): () => void {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    // Mostly none, at times long enough for another thread to finish.
    const turns = state >>> 24 > 200 ? (state >>> 16) % 4096 : 0;
    for (let turn = 0; turn < turns; turn++) state = Math.imul(state, 1_664_525) >>> 0;
  };
}
