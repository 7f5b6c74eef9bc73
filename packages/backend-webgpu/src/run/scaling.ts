import type { DenseGaps, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { DoubleFloatForm } from '../arithmetic/arithmetic.ts';
import type { DeviceSession } from '../device/device-session.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import type { BegunBuffer } from '../memory/buffers.ts';
import { beginBuffer } from '../memory/buffers.ts';
import type { Compiler, Pipeline } from './compile.ts';

/** Threads of a workgroup of y ← βy. */
export const SCALE_BLOCK = 64;
/** Its host scalars. */
export const SCALE_SCALARS: readonly string[] = ['beta'];

/** y ← βy, compiled for all vectors of a device. */
export interface Scaling {
  readonly pipelines: ReadonlyMap<Precision, Pipeline>;
  /** What says that a vector has no gaps. */
  readonly noGaps: BegunBuffer;
}

/** The host scalars of y ← βy: the parts of β. */
export function factorOf(
  precision: Precision,
  { factor, imaginary = 0 }: { readonly factor: number; readonly imaginary?: number },
): Float64Array {
  return PRECISIONS[precision].components === 2 ? Float64Array.of(factor, imaginary) : Float64Array.of(factor);
}

/** A uniform that says which elements are gaps. */
export function beginGaps(session: DeviceSession, gaps: DenseGaps | undefined): BegunBuffer {
  const begun = beginBuffer(session, 'the gaps of a vector', 16, BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget);
  const { period, line, used, extent } = gaps ?? { period: -1, line: -1, used: -1, extent: -1 };
  const words = Uint32Array.of(period, line, used, extent);
  session.device.queue.writeBuffer(begun.buffer, 0, words.buffer, 0, words.byteLength);
  return begun;
}

/** Compiles it for all precisions of a device. Errors: those of `Compiler.pipeline`, and of `beginBuffer`. */
export async function createScaling(
  session: DeviceSession,
  compiler: Compiler,
  form: DoubleFloatForm | undefined,
  precisions: readonly Precision[],
): Promise<Scaling> {
  const compile = async (precision: Precision): Promise<readonly [Precision, Pipeline]> => [
    precision,
    await compiler.pipeline({
      kernel: 'scale',
      source: { kind: 'url', url: new URL('../../src/run/scale.wgsl', import.meta.url).href },
      extensions: [],
      arithmetic: { precision, form },
      scalars: SCALE_SCALARS,
      entryPoint: 'scale',
      constants: { block: SCALE_BLOCK },
      access: ['read_write'],
      numbers: true,
    }),
  ];
  const pipelines = new Map(await Promise.all(precisions.map(compile)));
  const noGaps = beginGaps(session, undefined);
  await noGaps.ready;
  return { pipelines, noGaps };
}
