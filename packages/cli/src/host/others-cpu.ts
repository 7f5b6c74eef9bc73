import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Ticks of processors since the machine began, and those of them that were worked, all and by this process and what it started, such as ranks. */
interface Ticks {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

const numbersIn = (text: string): readonly number[] => text.trim().split(/\s+/u).map(Number);
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

/** What a process and all that it started worked, the ended ones included that somebody waited for; 0 of one that is gone. */
export function ticksOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: from the state on, times of user and system, and those of ended children.
    const own = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return sum([...own, ...childrenOf(pid).map(ticksOf)]);
  } catch {
    return 0;
  }
}

/** Each thread has its own; none where the kernel does not list them. */
function childrenOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.flatMap((task) => {
    const path = `/proc/${pid}/task/${task}/children`;
    return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  });
}

/** What Linux counts; `undefined` elsewhere. */
function ticksNow(): Ticks | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    // user nice system idle iowait irq softirq steal; guests are in user.
    const times = numbersIn(line.replace(/^cpu/u, '')).slice(0, 8);
    const [, , , idle = 0, wait = 0] = times;
    return { all: sum(times), busy: sum(times) - idle - wait, own: ticksOf(process.pid) };
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
