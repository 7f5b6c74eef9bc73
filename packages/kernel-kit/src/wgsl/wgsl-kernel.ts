import type { Params, ScratchBytes, KernelContext, Kernel, WgslBinding, WgslDispatch, WgslProgram } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { KernelParts } from '../kernel-parts.ts';
import { describe } from '../kernel-parts.ts';
import { everyPrecisionOf } from '../precisions.ts';
import type { NamedBuffer } from './bound-texts.ts';
import { fileText, namedDispatch, reads, writes } from './bound-texts.ts';
import type { ArrayName } from '../operands.ts';
import { bufferOf } from '../operands.ts';

/** What an author declares for a kernel in WGSL. */
export interface WgslKernelParts<P extends Params> extends KernelParts<P> {
  /** The dispatch, or several one after another. */
  dispatch(context: KernelContext, params: P): WgslKernelDispatch | WgslKernelDispatches;
}

/**
 * An array as a text reads it, with its elements: `rowStart: u32`, `auxiliary.tiles: vec4<u32>`, which the text calls tiles, or, where it has a
 * name of its own, `rowList: u32 = auxiliary.emptyRows`.
 */
export type WgslArray = `${ArrayName}: ${string}`;

/** An array, and which of its elements are bound when not all. */
export interface WindowedArray {
  readonly array: WgslArray;
  readonly window: WgslBinding['window'];
}

/**
 * One dispatch. Its text names what it works on and declares none of it: `arrays`, x and y, `written`, which are bound in this order, then
 * `launch`, the uniform of `numbers`, and `constants`.
 */
export interface WgslKernelDispatch {
  readonly entryPoint: string;
  /**
   * The texts, each by a literal `new URL('…', import.meta.url)` in the author's own module; they are put one after another, behind the
   * backend's arithmetic, the declarations and rows.wgsl of this package.
   */
  readonly texts: readonly URL[];
  readonly arrays: readonly (WgslArray | WindowedArray)[];
  /** Whether the text has x. Default true. */
  readonly readsX?: boolean;
  /** Scratch memory and arrays of `analyse` that the text writes. */
  readonly written?: readonly WgslArray[];
  /** Pipeline-overridable constants by name, `u32` or `bool`. */
  readonly constants?: Readonly<Record<string, number | boolean>>;
  /** Words of the uniform `launch` by name, `u32`; without any there is none. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly groups: WgslDispatch['groups'];
}

/** Dispatches one after another, with what they share. */
export interface WgslKernelDispatches {
  readonly dispatches: readonly WgslKernelDispatch[];
  readonly scratch?: ScratchBytes;
  /** WGSL extensions, for example `subgroups`. */
  readonly enable?: readonly string[];
}

const rowsText = (): URL => new URL('../../wgsl/rows.wgsl', import.meta.url);

const TYPED = /^(\S+): ([^=]+?)(?: = (\S+))?$/u;

/** Errors: `KERNEL.PROGRAM_INVALID` where an array has no type. */
function namedBuffer(array: string, access: WgslBinding['access']): NamedBuffer {
  const [, name = '', element = '', buffer = name] = TYPED.exec(array) ?? [];
  if (element !== '') return { name: name.slice(name.indexOf('.') + 1), element, buffer: bufferOf(buffer), access };
  throw new SpmvError('KERNEL.PROGRAM_INVALID', `The array '${array}' of a WGSL kernel has no type.`, {
    fix: `Write '${array}: u32' or what its elements are, and leave its @binding out of the text.`,
    details: { array },
  });
}

function dispatchOf({ arrays, readsX = true, written = [], texts, ...dispatch }: WgslKernelDispatch): WgslDispatch {
  const buffers = [
    ...arrays.map((one) =>
      typeof one === 'string' ? namedBuffer(one, 'read') : { ...namedBuffer(one.array, 'read'), window: one.window },
    ),
    ...(readsX ? [reads('x', 'Value')] : []),
    writes('y'),
    ...written.map((one) => namedBuffer(one, 'read_write')),
  ];
  return namedDispatch({ ...dispatch, buffers, texts: [rowsText(), ...texts].map(fileText) });
}

function programOf({ dispatches, scratch, enable }: WgslKernelDispatches): WgslProgram {
  const made = dispatches.map(dispatchOf);
  return {
    source: made[0]?.source ?? [],
    arithmetic: true,
    dispatches: made,
    ...(scratch === undefined ? {} : { scratch }),
    ...(enable === undefined ? {} : { enable }),
  };
}

/** A kernel in WGSL, written in the arithmetic that the backend puts before its text: one text for every precision. */
export function wgslKernel<P extends Params = Record<never, never>>(parts: WgslKernelParts<P>): Kernel<'wgsl', P> {
  return {
    ...describe('wgsl', {
      ...parts,
      precisions: parts.precisions ?? everyPrecisionOf('wgsl'),
    }),
    program(context, params) {
      const made = parts.dispatch(context, params);
      return programOf('dispatches' in made ? made : { dispatches: [made] });
    },
  };
}
