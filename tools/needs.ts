// Skipping tests for what a machine lacks, always with the reason, which tools/run-reporter.ts counts.
import process from 'node:process';
import type { TestOptions } from 'vitest';
import { FULL } from './full-lane.ts';
import { lack, type Need } from './machine.ts';

/** What the probe of a backend says. */
interface Probed {
  readonly available: boolean;
  readonly reason?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    lack?: string;
  }
}

/** Options of a test or of a group: skipped where there is a reason. Hooks of a group that is skipped do not run. */
export function unless(reason: string | undefined): TestOptions {
  return reason === undefined ? {} : { skip: true, meta: { lack: reason } };
}

/** Options of a test or of a group that cannot do without these: `describe('…', needs('chromium'), () => …)`. */
export function needs(...wanted: readonly Need[]): TestOptions {
  return unless(lack(...wanted));
}

/** Options of what needs a backend that may be missing, by what its probe says. */
export function needsBackend(id: string, probe: Probed): TestOptions {
  const reason = id === 'webgpu' ? lack('vulkan') : undefined;
  return unless(reason ?? (probe.available ? undefined : `Backend '${id}' is unavailable: ${probe.reason}`));
}

/** Options of what is so on Linux alone. */
export function needsLinux(): TestOptions {
  return unless(process.platform === 'linux' ? undefined : `not on ${process.platform}, but on Linux`);
}

/** Options of one of a kind: the quick lane has those that are `chosen`, the full lane all. */
export function oneOfKind(chosen: boolean): TestOptions {
  return chosen ? {} : needsFull();
}

/** Options of what the full lane alone runs, where these are there: one of its kind is in the quick one, too. */
export function needsFull(...wanted: readonly Need[]): TestOptions {
  return unless(FULL ? lack(...wanted) : 'in the full lane (npm run test:full)');
}
