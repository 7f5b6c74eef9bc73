// The compiled triad as native kernels name it; triad.ts says in SPMV_TRIAD where it is.
import type { NativeFunctions } from '@spmv/core';
import { createRequire } from 'node:module';
import process from 'node:process';

/** What triad.cpp exports. */
export interface TriadAddon extends NativeFunctions {
  allocate(bytes: number): number;
}

export function open(): TriadAddon {
  return createRequire(import.meta.url)(process.env['SPMV_TRIAD'] ?? '') as TriadAddon;
}
