import { counted, significant } from '../text/numbers.ts';
import type { BenchResult } from './result.ts';

/** Load average over the last minute and cores, when a run began. */
export interface MachineLoad {
  /** Null where it is not known. */
  readonly load: number | null;
  readonly cores: number;
}

/** Load before the work over the cores, from which on it may be disturbed. */
const LOADED = 0.5;

/** Why a machine was busy before the work began: `its load was 9.6 on 2 cores before it began`; `undefined` where it was not, or nobody knows. */
export function loadWords({ load, cores }: MachineLoad): string | undefined {
  if (load === null || load < LOADED * cores) return undefined;
  return `its load was ${load.toFixed(1)} on ${counted(cores, 'core', 'cores')} before it began`;
}

/** A sample that far from the median, per cent of it, is not the product's doing. */
const NOISY_PERCENT = 10;

function spreads(rows: readonly BenchResult[]): readonly number[] {
  return rows
    .filter(({ imported }) => !imported)
    .flatMap(({ madMs, medianMs }) => (madMs === null || medianMs === null ? [] : [(100 * madMs) / medianMs]))
    .sort((a, b) => a - b);
}

/**
 * Why the times of a run cannot be trusted to tell combinations apart: `load 9.6 on 2 cores, samples spread by ± 23 %`; `undefined` where they
 * can. The samples decide: what the machine did before the run is no fault of theirs.
 */
export function busyWords(machine: MachineLoad, rows: readonly BenchResult[]): string | undefined {
  const all = spreads(rows);
  const noisy = all.filter((spread) => spread > NOISY_PERCENT).length;
  if (all.length === 0 || noisy < Math.max(2, (loadWords(machine) === undefined ? 0.3 : 0.1) * all.length))
    return undefined;
  const high = all.at(-1) ?? 0;
  const { load, cores } = machine;
  const began = load === null ? '' : `load ${significant(load)} on ${counted(cores, 'core', 'cores')}, `;
  return `${began}samples of ${noisy} in ${all.length} spread by more than ${NOISY_PERCENT} %, up to ± ${significant(high)} %`;
}
