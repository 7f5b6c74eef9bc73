import { isSpmvError } from '@spmv/core';
import type { Addon } from '../src/native/addon.ts';
import { loadAddon } from '../src/native/load-addon.ts';
import { lack } from '../../../tools/machine.ts';

/** The addon where it was built, or why it was not. */
export interface FoundAddon {
  readonly addon?: Addon;
  readonly lack?: string;
}

/** Anything but its absence is thrown. */
export function findAddon(): FoundAddon {
  const missing = lack('cxx');
  if (missing !== undefined) return { lack: missing };
  try {
    return { addon: loadAddon() };
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return { lack: error.message };
    throw error;
  }
}
