import { readFileSync } from 'node:fs';

/** Ticks of processors since the machine began, and those of them that were worked, all and by this process and the ended ones that it started. */
interface Ticks {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

const numbersIn = (text: string): readonly number[] => text.trim().split(/\s+/u).map(Number);
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

/** What Linux counts; `undefined` elsewhere. */
function ticksNow(): Ticks | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    // user nice system idle iowait irq softirq steal; guests are in user.
    const times = numbersIn(line.replace(/^cpu/u, '')).slice(0, 8);
    const process = readFileSync('/proc/self/stat', 'utf8');
    // After the name, which may hold anything: from the state on, times of user and system, and those of ended children.
    const own = process
      .slice(process.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    const [, , , idle = 0, wait = 0] = times;
    return { all: sum(times), busy: sum(times) - idle - wait, own: sum(own) };
  } catch {
    return undefined;
  }
}

/** Tells the share of this machine's processors, 0 to 1, that other processes took since now; null where the system does not say. */
export function watchOthers(now: () => Ticks | undefined = ticksNow): () => number | null {
  const first = now();
  return () => {
    const last = now();
    if (!first || !last || !(last.all > first.all)) return null;
    const others = last.busy - first.busy - (last.own - first.own);
    return Math.min(1, Math.max(0, others / (last.all - first.all)));
  };
}
