import type { Backend, Disposal, DriverStep, Product } from '@spmv/core';
import { disposal } from '@spmv/core';
import type { GpuBindGroup, GpuBuffer, GpuCommandEncoder } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';
import type { DeviceContext, GpuVector } from '../run/gpu-vector.ts';
import { putScalars, scalarWords } from '../run/scalars.ts';
import { factorOf } from '../run/scaling.ts';
import type { ReadyDispatch } from '../run/step.ts';
import { createRecording, encodeSteps } from '../run/step.ts';
import type { WgslOperator } from '../run/wgsl-operator.ts';
import type { CallersEncoder } from './callers-types.ts';
import { contextOf } from './context.ts';

/** Products as commands, to be encoded again and again. */
export interface ProductCommands extends Disposal {
  /**
   * Appends a compute pass with the products, in their order. Submits nothing of it: it happens when the caller submits what the encoder finishes. Products that were applied before are
   * submitted now, so that they come first. Host scalars are those given when the commands were made. Operators and vectors must live until the caller's submission.
   *
   * Errors: `LIFETIME.DISPOSED` where the commands, an operator or an operand were, `BACKEND.DEVICE_LOST`.
   */
  encode(encoder: CallersEncoder): void;
}

interface Encodable {
  readonly steps: readonly ReadyDispatch[];
  readonly groups: readonly GpuBindGroup[];
}

/** With scalars of its own: those of the batch are other ones by the time the caller submits. */
function encodableOf(step: DriverStep, scalars: GpuBuffer, place: number): Encodable {
  if ('operator' in step) {
    const { steps, bind } = step.operator as WgslOperator;
    return { steps, groups: bind(step.buffers, scalars, place) };
  }
  const { scaleSteps, scaleBind } = step.scale as GpuVector;
  return { steps: scaleSteps, groups: scaleBind(scalars, place) };
}

async function makeCommands(
  { session }: DeviceContext,
  list: readonly DriverStep[],
): Promise<{ readonly parts: readonly Encodable[]; release(): void }> {
  const words = scalarWords(Math.max(1, list.length));
  for (const [place, step] of list.entries())
    putScalars(words, place, 'operator' in step ? step.scalars : factorOf((step.scale as GpuVector).precision, step));
  const usage = BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget;
  const scalars = await createBuffer(session, 'the scalars of commands', words.byteLength, usage);
  try {
    session.device.queue.writeBuffer(scalars, 0, words);
    return {
      parts: list.map((step, place) => encodableOf(step, scalars, place)),
      release: () => scalars.destroy(),
    };
  } catch (cause) {
    scalars.destroy();
    throw cause;
  }
}

/**
 * Products whose commands go into a `GPUCommandEncoder` of the caller's: `[product(A, x, y), …]`, computed as `backend.sequence` would.
 *
 * Errors: `OPERAND.*`, `LIFETIME.DISPOSED`, `BACKEND.OUT_OF_MEMORY`.
 */
export async function commandsOf(backend: Backend, products: readonly Product[]): Promise<ProductCommands> {
  const { context, bind } = contextOf(backend);
  const { made, assertAlive, dispose } = await bind('list of commands', products, {
    make: async (steps) => makeCommands(context, steps),
    release: ({ release }) => release(),
  });
  return {
    encode(encoder) {
      assertAlive();
      context.session.health.check();
      context.batch.flush();
      const pass = (encoder as GpuCommandEncoder).beginComputePass();
      const recording = createRecording(pass);
      for (const { steps, groups } of made.parts) encodeSteps(recording, steps, groups);
      pass.end();
    },
    ...disposal(dispose),
  };
}

/** Submits the products that were applied so far, and waits for nothing: what the caller submits afterwards finds their results. Errors: `OPERAND.FOREIGN`, `BACKEND.DEVICE_LOST`. */
export function submit(backend: Backend): void {
  const { context } = contextOf(backend);
  context.session.health.check();
  context.batch.flush();
}
