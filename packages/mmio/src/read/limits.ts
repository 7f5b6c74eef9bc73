import { INDEX_LIMIT } from '@spmv/core';

/** Limits that hold unless the caller says otherwise. */
export const DEFAULT_LIMITS: { readonly entries: number; readonly bytes: number; readonly lineBytes: number } = {
  entries: INDEX_LIMIT,
  bytes: 2 ** 36,
  lineBytes: 2 ** 20,
};

/** Text that compressed data may unfold to by default: real files stay below 50 times, a bomb reaches 1000 times. */
export const COMPRESSION: { readonly free: number; readonly ratio: number } = { free: 2 ** 26, ratio: 100 };
