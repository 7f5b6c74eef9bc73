import type { Uploads } from '@spmv/engine';
import type { ReportFlags } from '../flags/report.ts';
import type { TableFlags } from '../flags/table.ts';
import type { TimingFlags } from '../flags/timing.ts';

export interface BenchFlags extends TimingFlags, TableFlags, ReportFlags {
  /** Points that a tuner kept. */
  readonly tuned?: string;
  /** Whether a combination that is clearly beaten takes fewer samples: where nobody said how many. */
  readonly cutBeaten: boolean;
  readonly cold?: boolean;
  /** Take the times of workers, too. */
  readonly profile?: boolean;
  /** How much is streamed to empty them. */
  readonly coldBytes?: number;
  /** Whether each product is given what it reads anew, and how. */
  readonly uploads?: Uploads;
  /** In milliseconds. */
  readonly timeBudget?: number;
  readonly processes: number;
  readonly resume?: string;
  readonly peer?: readonly string[];
}
