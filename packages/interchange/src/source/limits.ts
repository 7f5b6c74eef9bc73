import type { FileLimits } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';

/** Limits that hold unless the caller says otherwise. */
export const DEFAULT_LIMITS: Required<FileLimits> = { entries: INDEX_LIMIT, bytes: 2 ** 36 };

/** Bytes that compressed data may unfold to by default, whatever they are, and how many times their own size beyond that. */
export const COMPRESSION: { readonly free: number; readonly ratio: number } = { free: 2 ** 26, ratio: 100 };
