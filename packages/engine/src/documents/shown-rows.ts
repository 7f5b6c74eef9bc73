import { isBaseline } from '../plan/baseline.ts';

/** Most rows of a table that was not asked for as a whole. */
export const MOST_ROWS = 10;

/** What decides whether a row is shown. */
interface Ranked {
  readonly precision: string | null;
  readonly format: string | null;
  readonly kernel: string | null;
  readonly medianMs: number | null;
  readonly backend: string;
  readonly vendor?: boolean;
  /** Another program's. */
  readonly imported?: unknown;
}

/** Fastest first. */
function byTime(a: Ranked, b: Ranked): number {
  return (a.medianMs ?? Infinity) - (b.medianMs ?? Infinity);
}

/** Rows precision by precision, in the order in which those appear in `among`, the fastest first. */
export function inOrderOfTime<R extends Ranked>(rows: readonly R[], among: readonly R[] = rows): readonly R[] {
  const precisions = [...new Set(among.map(({ precision }) => precision))];
  return [...rows].sort((a, b) => precisions.indexOf(a.precision) - precisions.indexOf(b.precision) || byTime(a, b));
}

/** What the best of is shown first: a format, a kernel where there are none or a library computes, or a program whose rows were imported. */
function kindOf({ format, kernel, backend, vendor, imported }: Ranked): string {
  if (imported !== undefined) return `imported ${backend}`;
  return (vendor ? kernel : format) ?? kernel ?? '';
}

/**
 * The rows that tell most, in order: what speed-ups refer to, and of each precision its share of `most`, the best of each format before the second best of any.
 * Room that one precision does not need is for the others.
 */
export function shownRows<R extends Ranked>(rows: readonly R[], most: number = MOST_ROWS): readonly R[] {
  const queues = [...new Set(rows.map(({ precision }) => precision))].map((precision) => {
    const sorted = rows.filter((row) => row.precision === precision).sort(byTime);
    const best = sorted.filter((row, r) => sorted.findIndex((other) => kindOf(other) === kindOf(row)) === r);
    return [...best, ...sorted.filter((row) => !best.includes(row))];
  });
  const shown = new Set(rows.filter((row) => row.imported === undefined && isBaseline(row)));
  for (let round = 0; shown.size < Math.min(most, rows.length); round++)
    for (const queue of queues) {
      const next = queue[round];
      if (next && shown.size < most) shown.add(next);
    }
  return inOrderOfTime([...shown], rows);
}
