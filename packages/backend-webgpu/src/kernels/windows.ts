import type { KernelContext } from '@spmv/core';
import { valueBytes } from '@spmv/kernel-kit';

/** Elements that any binding's beginning is a multiple of: 128 two-byte elements are 256 bytes, the coarsest alignment WebGPU has. */
const WINDOW_ALIGNMENT = 128;

/** A run of units (entries, places or rows) whose elements are bound together. */
export interface BindingWindow {
  /** Units begin … end − 1. */
  readonly begin: number;
  readonly end: number;
  /** The elements to bind: a little before the first unit's, for alignment. */
  readonly first: number;
  readonly count: number;
}

/** Most elements of the matrix's widest array (values or 32-bit columns) that one binding may hold. */
function bindableElements(context: KernelContext): number {
  const bytes = context.device.limits['maxBindingBytes'] ?? 128 * 2 ** 20;
  // Buffers are bound with their zero padding, at most 32 bytes.
  return Math.floor((bytes - 32) / Math.max(4, valueBytes(context)));
}

/**
 * Divides `units` units of `unitElements` elements into windows that a binding can hold: one when all fit. At least one unit a
 * window; the backend refuses a unit that is too large by itself, naming the limit.
 */
export function windowsOf(units: number, unitElements: number, context: KernelContext): readonly BindingWindow[] {
  const limit = bindableElements(context);
  if (units * unitElements <= limit) return [{ begin: 0, end: units, first: 0, count: units * unitElements }];
  const aligned = unitElements === 1 ? WINDOW_ALIGNMENT : 1;
  const perWindow = Math.max(aligned, Math.floor((limit - WINDOW_ALIGNMENT) / unitElements / aligned) * aligned);
  const windows: BindingWindow[] = [];
  for (let begin = 0; begin < units; begin += perWindow) {
    const end = Math.min(units, begin + perWindow);
    const first = Math.floor((begin * unitElements) / WINDOW_ALIGNMENT) * WINDOW_ALIGNMENT;
    windows.push({ begin, end, first, count: end * unitElements - first });
  }
  return windows;
}
