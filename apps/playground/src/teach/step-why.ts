import type { AccessStep, TraceStep } from '@spmv/trace';
import { leastSectors } from './step-words.ts';

/** Which work a lane has, by its number within the product. */
export interface LaneRows {
  readonly rows: number;
  /** Number of its first row in the whole matrix: by these rows are named. */
  readonly firstRow: number;
  /** The row of a thread, which may be past the last. */
  rowOf(thread: number): number;
  /** Entries of its row that the thread itself multiplies. */
  workOf(thread: number): number;
  readonly blockSize: number;
}

function lanesOf(mask: number): readonly number[] {
  return Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);
}

/** `0, 2–4`: numbers in order, neighbours joined. */
export function rangesText(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const one of numbers) {
    const last = parts.at(-1);
    if (last && one === last[1] + 1) last[1] = one;
    else parts.push([one, one]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

const plural = (all: readonly unknown[], one: string, several: string): string => (all.length === 1 ? one : several);

/** Why lanes `idle` do nothing while lanes `busy` go on, as far as the lengths of their rows tell; empty where they do not. */
function whyIdle(idle: readonly number[], busy: readonly number[], first: number, of: LaneRows): string {
  if (idle.length === 0 || busy.length === 0) return '';
  const rowOf = (lane: number): number => of.rowOf(first + lane);
  const workOf = (lane: number): number => of.workOf(first + lane);
  if (busy.some((lane) => rowOf(lane) >= of.rows)) return '';
  const beyond = idle.filter((lane) => rowOf(lane) >= of.rows);
  const others = idle.filter((lane) => rowOf(lane) < of.rows);
  const empty = others.filter((lane) => workOf(lane) === 0);
  const done = others.filter((lane) => workOf(lane) > 0);
  const least = Math.min(...busy.map(workOf));
  if (others.some((lane) => workOf(lane) >= least)) return '';
  const lanes = (all: readonly number[]): string => `${plural(all, 'lane', 'lanes')} ${rangesText(all)}`;
  const rows = (all: readonly number[]): readonly number[] =>
    [...new Set(all.map((lane) => of.firstRow + rowOf(lane)))].sort((a, b) => a - b);
  return [
    beyond.length > 0 ? `${lanes(beyond)} ${plural(beyond, 'has', 'have')} no row: there are ${of.rows}` : '',
    empty.length > 0
      ? `${plural(rows(empty), 'row', 'rows')} ${rangesText(rows(empty))} ${plural(rows(empty), 'has', 'have')} no entry for ${lanes(empty)}, which ${plural(empty, 'skips', 'skip')} the loop`
      : '',
    done.length > 0
      ? `${plural(rows(done), 'row', 'rows')} ${rangesText(rows(done))} ${plural(rows(done), 'is', 'are')} shorter: ${lanes(done)} ${plural(done, 'is', 'are')} done, and ${plural(done, 'waits', 'wait')} for ${lanes(busy)}`
      : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** Why an access takes as many sectors as it does. */
function whySectors(step: AccessStep): string {
  const { elements, lanes, width } = step;
  const active = lanesOf(lanes);
  if (active.length < 2) return '';
  const apart = active
    .slice(1)
    .map((lane, k) => (elements[lane] as number) - (elements[active[k] as number] as number));
  if (apart.every((by) => by === 0)) return 'all of them want the same element, which comes once';
  if (apart.every((by) => by === 0 || by === Math.max(1, width)))
    return 'neighbours among them want neighbours in memory, so whole sectors are used';
  if (step.sectors.length <= leastSectors(step)) return '';
  const at = apart.findIndex((by) => by !== 0 && by !== Math.max(1, width));
  const [a, b] = [active[at] as number, active[at + 1] as number];
  return `lane ${a} wants element ${elements[a]} and lane ${b} element ${elements[b]}: for neighbours that are apart in memory other sectors move`;
}

/**
 * Why a step is as it is, in words, from the lengths of rows and the elements that lanes want; empty where these do not tell. A reason is
 * given only where all lanes agree with it.
 */
export function stepWhy(step: TraceStep, of: LaneRows | undefined): string {
  const first = of ? step.block * of.blockSize + 32 * step.warp : 0;
  if (step.kind === 'branch') {
    if (!of) return '';
    const [taken, stays] = [lanesOf(step.taken & step.lanes), lanesOf(~step.taken & step.lanes)];
    return whyIdle(taken, stays, first, of) || whyIdle(stays, taken, first, of);
  }
  const idle = lanesOf(~step.lanes);
  return [whySectors(step), of ? whyIdle(idle, lanesOf(step.lanes), first, of) : '']
    .filter((text) => text !== '')
    .join('; ');
}

/** The first of the steps in which fewest lanes load something: where most wait. 0 where none loads. */
export function fewestLoading(steps: readonly TraceStep[]): number {
  let [least, found] = [33, 0];
  for (const [at, { kind, lanes }] of steps.entries()) {
    const count = lanesOf(lanes).length;
    if (kind === 'load' && count < least) [least, found] = [count, at];
  }
  return found;
}

/** Elements of a buffer that are stored by the steps up to one, that one counted. */
export function storedBy(steps: readonly TraceStep[], at: number, buffer: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const step of steps.slice(0, at + 1)) {
    if (step.kind === 'branch' || step.kind === 'load' || step.buffer !== buffer) continue;
    for (const lane of lanesOf(step.lanes)) found.add(step.elements[lane] as number);
  }
  return found;
}
