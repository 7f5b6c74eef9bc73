import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';

/** The memory this process may have. */
export interface MemoryLimit {
  /** Most bytes it can ever hold. */
  readonly bytes: number;
  /** Bytes of them that nobody holds now. */
  readonly free: number;
  /** What sets `bytes`: the machine's memory, a control group (a container, a service), or `ulimit -v`. */
  readonly setBy: 'machine' | 'cgroup' | 'ulimit -v';
}

/** What is asked of the system. Tests bring their own. */
export interface MemorySystem {
  total(): number;
  free(): number;
  /** What Node knows of a limit; 0 or a huge number where it knows none. */
  constrained(): number;
  /** The text of a file of the system; undefined where it cannot be read. */
  read(path: string): string | undefined;
}

const THIS_SYSTEM: MemorySystem = {
  total: totalmem,
  free: freemem,
  constrained: () => process.constrainedMemory(),
  read(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
};

type Bound = Pick<MemoryLimit, 'bytes' | 'free'>;

/** The file names of one version of control groups. */
interface GroupFiles {
  /** Where its tree is mounted: the first that is there counts. */
  readonly roots: readonly string[];
  readonly limits: readonly string[];
  readonly usage: string;
  /** The line of memory.stat with what the kernel drops before it kills: files that nobody reads at the moment. */
  readonly reclaimable: string;
}

const V2: GroupFiles = {
  roots: ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'],
  limits: ['memory.max', 'memory.high'],
  usage: 'memory.current',
  reclaimable: 'inactive_file',
};
const V1: GroupFiles = {
  roots: ['/sys/fs/cgroup/memory'],
  limits: ['memory.limit_in_bytes'],
  usage: 'memory.usage_in_bytes',
  reclaimable: 'total_inactive_file',
};

function firstNumber(text: string | undefined): number | undefined {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) ? value : undefined;
}

/** The bounds of one group; none where it sets none ('max'). */
function boundsOf(system: MemorySystem, folder: string, files: GroupFiles): readonly Bound[] {
  return files.limits.flatMap((name): Bound[] => {
    const bytes = firstNumber(system.read(`${folder}/${name}`));
    if (bytes === undefined) return [];
    const used = firstNumber(system.read(`${folder}/${files.usage}`)) ?? 0;
    const cached =
      firstNumber(
        new RegExp(`^${files.reclaimable} (\\d+)`, 'm').exec(system.read(`${folder}/memory.stat`) ?? '')?.[1],
      ) ?? 0;
    return [{ bytes, free: Math.max(0, bytes - Math.max(0, used - cached)) }];
  });
}

/** A group and those it lies in, up to the root. In a container the path may be one of the host's: then only the root exists. */
function withAncestors(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((_, p) => `/${parts.slice(0, parts.length - p).join('/')}`).concat('');
}

/** The bounds of every control group this process is in: the tightest counts, wherever in the tree it is. */
function groupBounds(system: MemorySystem): readonly Bound[] {
  return (system.read('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [, , controllers, path] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? [];
    if (path === undefined || controllers === undefined) return [];
    const files = controllers === '' ? V2 : controllers.split(',').includes('memory') ? V1 : undefined;
    if (!files) return [];
    return files.roots.flatMap((root) =>
      withAncestors(path).flatMap((group) => boundsOf(system, `${root}${group}`, files)),
    );
  });
}

/** The bound of `ulimit -v` on addresses: what is mapped counts, used or not. */
function addressBound(system: MemorySystem): Bound | undefined {
  const bytes = firstNumber(/^Max address space\s+(\S+)/m.exec(system.read('/proc/self/limits') ?? '')?.[1]);
  if (bytes === undefined) return undefined;
  const mapped = 1024 * (firstNumber(/^VmSize:\s+(\d+)/m.exec(system.read('/proc/self/status') ?? '')?.[1]) ?? 0);
  return { bytes, free: Math.max(0, bytes - mapped) };
}

/** The least of what the machine has, what its control groups grant, and what `ulimit -v` allows. Reads a few files, each time. */
export function memoryLimit(system: MemorySystem = THIS_SYSTEM): MemoryLimit {
  const known = system.constrained();
  const addresses = addressBound(system);
  const found: MemoryLimit[] = [
    { bytes: system.total(), free: system.free(), setBy: 'machine' },
    ...groupBounds(system).map((bound): MemoryLimit => ({ ...bound, setBy: 'cgroup' })),
    ...(addresses ? [{ ...addresses, setBy: 'ulimit -v' } as const] : []),
    ...(known > 0 ? [{ bytes: known, free: Infinity, setBy: 'cgroup' } as const] : []),
  ];
  const { bytes, setBy } = found.reduce((a, b) => (b.bytes < a.bytes ? b : a));
  return { bytes, free: Math.min(bytes, ...found.map(({ free }) => free)), setBy };
}
