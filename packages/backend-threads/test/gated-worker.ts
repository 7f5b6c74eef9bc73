// A worker's loop without its pool, which a test stops at gates. Run as a thread.
import { workerData } from 'node:worker_threads';
import type { BoundPass } from '../src/bound-operator.ts';
import { controlAt } from '../src/control.ts';
import { serve } from '../src/worker/serve.ts';
import type { SharedState } from './gates.ts';
import { countingPass, createDelay, GO_ON, INSIDE, openGate, PLAIN, STOPPING, UNEVEN, waitAt } from './gates.ts';

const { state, index } = workerData as { readonly state: SharedState; readonly index: number };
const stop = (): void => {
  openGate(state.gates, INSIDE);
  waitAt(state.gates, GO_ON);
};
const of = (pass: BoundPass): { readonly passes: readonly BoundPass[] } => ({ passes: [pass] });
const operators = new Map([
  [PLAIN, of(countingPass(state, index))],
  [STOPPING, of(countingPass(state, index, stop))],
  [UNEVEN, of(countingPass(state, index, createDelay(index)))],
]);
serve({ control: controlAt(state.control, 0), index, spinMilliseconds: 0.02, operators }, 0);
