import type {
  GpuSource,
  Params,
  ScratchBytes,
  KernelContext,
  Kernel,
  WgslBinding,
  WgslDispatch,
  WgslProgram,
} from '@spmv/core';
import type { KernelParts } from '../kernel-parts.ts';
import { describe } from '../kernel-parts.ts';
import type { ArrayName } from '../operands.ts';
import { bufferOf } from '../operands.ts';

/** What an author declares for a kernel in WGSL. */
export interface WgslKernelParts<P extends Params> extends KernelParts<P> {
  /** The dispatch, or several one after another. */
  dispatch(context: KernelContext, params: P): WgslKernelDispatch | WgslKernelDispatches;
}

/** An array, and which of its elements are bound when not all. */
export interface WindowedArray {
  readonly array: ArrayName;
  readonly window: WgslBinding['window'];
}

/** One dispatch: its text finds at bindings 1, 2, … `arrays`, x and y, then `written`, and after them the uniform of `numbers`. */
export interface WgslKernelDispatch {
  readonly entryPoint: string;
  /**
   * The texts, each by a literal `new URL('…', import.meta.url)` in the author's own module; they are put one after another, behind the
   * backend's arithmetic and rows.wgsl of this package. Default: those of the first dispatch.
   */
  readonly texts?: readonly URL[];
  readonly arrays: readonly (ArrayName | WindowedArray)[];
  /** Whether the text has x. Default true. */
  readonly readsX?: boolean;
  /** Scratch memory and arrays of `analyse` that the text writes. */
  readonly written?: readonly ArrayName[];
  /** Pipeline-overridable constants by name. */
  readonly constants?: Readonly<Record<string, number>>;
  /** u32 words of the uniform; without any there is none. */
  readonly numbers?: readonly number[];
  readonly groups: WgslDispatch['groups'];
}

/** Dispatches one after another, with what they share. */
export interface WgslKernelDispatches {
  readonly dispatches: readonly WgslKernelDispatch[];
  readonly scratch?: ScratchBytes;
  /** WGSL extensions, for example `subgroups`. */
  readonly enable?: readonly string[];
}

const ROWS = new URL('../../wgsl/rows.wgsl', import.meta.url);

function sourcesOf(texts: readonly URL[]): readonly GpuSource[] {
  return [ROWS, ...texts].map(({ href }) => ({ kind: 'url', url: href }));
}

function readBinding(array: ArrayName | WindowedArray): WgslBinding {
  if (typeof array === 'string') return { buffer: bufferOf(array), access: 'read' };
  const { array: name, window } = array;
  return window === undefined ? readBinding(name) : { buffer: bufferOf(name), access: 'read', window };
}

function dispatchOf(dispatch: WgslKernelDispatch, source: readonly GpuSource[] | undefined): WgslDispatch {
  const { entryPoint, arrays, readsX = true, written = [], constants = {}, numbers, groups } = dispatch;
  return {
    entryPoint,
    ...(source === undefined ? {} : { source }),
    bindings: [
      ...arrays.map(readBinding),
      ...(readsX ? [{ buffer: 'x', access: 'read' } as const] : []),
      { buffer: 'y', access: 'read_write' },
      ...written.map((name): WgslBinding => ({ buffer: bufferOf(name), access: 'read_write' })),
    ],
    constants,
    ...(numbers === undefined ? {} : { numbers }),
    groups,
  };
}

function programOf({ dispatches, scratch, enable }: WgslKernelDispatches): WgslProgram {
  const source = sourcesOf(dispatches[0]?.texts ?? []);
  return {
    source,
    arithmetic: true,
    dispatches: dispatches.map((one, d) =>
      dispatchOf(one, d === 0 || one.texts === undefined ? undefined : sourcesOf(one.texts)),
    ),
    ...(scratch === undefined ? {} : { scratch }),
    ...(enable === undefined ? {} : { enable }),
  };
}

/** A kernel in WGSL, written in the arithmetic that the backend puts before its text: one text for every precision. */
export function wgslKernel<P extends Params = Record<never, never>>(parts: WgslKernelParts<P>): Kernel<'wgsl', P> {
  return {
    ...describe('wgsl', parts),
    program(context, params) {
      const made = parts.dispatch(context, params);
      return programOf('dispatches' in made ? made : { dispatches: [made] });
    },
  };
}
