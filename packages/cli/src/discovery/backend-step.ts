import type { BackendDescriptor } from '@spmv/core';
import { keyOf } from './candidate.ts';
import type { PluginStep } from './with-timeout.ts';
import type { LoadedInstallation } from './installation.ts';

/** A step of a backend that looks for its device: when it does not come back, its plugin is left out. */
export function backendStep(
  { id }: BackendDescriptor,
  installation: LoadedInstallation,
  words: string,
  limitMs: number,
): PluginStep {
  const source = installation.sourceOf('backend', id);
  return {
    words,
    limitMs,
    plugin: source ? keyOf(source) : id,
    leaveOut: {
      code: 'BACKEND.FAILED',
      fix: 'Check the device. Until it works, name the other backends with --backend.',
    },
  };
}
