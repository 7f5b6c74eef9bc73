import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { defaultMaxBytes } from '../src/commands/flags/selection.ts';
import type { MemorySystem } from '../src/host/memory-limit.ts';
import { memoryLimit } from '../src/host/memory-limit.ts';
import { machineChecks } from '../src/documents/machine-checks.ts';
import { needsLinux } from '../../../tools/needs.ts';

const GB = 1e9;
const V1_NONE = '9223372036854771712\n';

/** A machine of 64 GB with 40 free, and these files. */
function system(files: Readonly<Record<string, string>>, constrained = 0): MemorySystem {
  return { total: () => 64 * GB, free: () => 40 * GB, constrained: () => constrained, read: (path) => files[path] };
}

describe('the memory limit', () => {
  it("is the machine's where nothing else limits", () => {
    const unlimited = {
      '/proc/self/cgroup': '4:memory:/\n0::/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': V1_NONE,
      '/sys/fs/cgroup/memory.max': 'max\n',
      '/proc/self/limits':
        'Limit  Soft Limit  Hard Limit  Units\nMax address space         unlimited            unlimited            bytes\n',
    };
    for (const constrained of [0, 2 ** 64, 64 * GB])
      expect(memoryLimit(system(unlimited, constrained))).toEqual({ bytes: 64 * GB, free: 40 * GB, setBy: 'machine' });
    expect(memoryLimit(system({}))).toEqual({ bytes: 64 * GB, free: 40 * GB, setBy: 'machine' });
  });

  it('the limit of a control group of version 2 counts, less memory that cannot be dropped', () => {
    const files = {
      '/proc/self/cgroup': '0::/app\n',
      '/sys/fs/cgroup/app/memory.max': '600000000\n',
      '/sys/fs/cgroup/app/memory.current': '200000000\n',
      '/sys/fs/cgroup/app/memory.stat': 'anon 50000000\nfile 150000000\ninactive_file 120000000\n',
    };
    expect(memoryLimit(system(files))).toEqual({ bytes: 600e6, free: 520e6, setBy: 'cgroup' });
  });

  it('the limit of a control group of version 1 counts, also where a container sees the path of the host', () => {
    const files = {
      '/proc/self/cgroup': '9:cpu,cpuacct:/\n4:memory:/docker/12ab\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '600000000\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '100000000\n',
    };
    expect(memoryLimit(system(files))).toEqual({ bytes: 600e6, free: 500e6, setBy: 'cgroup' });
  });

  it('is the tightest of a group, the ones it lies in, and what Node knows', () => {
    const files = {
      '/proc/self/cgroup': '0::/a/b:c/d\n',
      '/sys/fs/cgroup/a/b:c/d/memory.max': 'max\n',
      '/sys/fs/cgroup/a/b:c/memory.max': '3000000000\n',
      '/sys/fs/cgroup/a/memory.max': '2000000000\n',
      '/sys/fs/cgroup/a/memory.current': '1900000000\n',
      '/sys/fs/cgroup/a/b:c/memory.high': '2500000000\n',
    };
    expect(memoryLimit(system(files))).toEqual({ bytes: 2 * GB, free: 0.1 * GB, setBy: 'cgroup' });
    expect(memoryLimit(system(files, 1 * GB))).toEqual({ bytes: 1 * GB, free: 0.1 * GB, setBy: 'cgroup' });
  });

  it('is the one of ulimit -v, less the addresses in use', () => {
    const files = {
      '/proc/self/limits': 'Max address space         12000000000          unlimited            bytes\n',
      '/proc/self/status': 'Name:\tnode\nVmSize:\t 1000000 kB\n',
    };
    expect(memoryLimit(system(files))).toEqual({ bytes: 12 * GB, free: 12 * GB - 1_024_000_000, setBy: 'ulimit -v' });
  });

  it('sees a real ulimit -v', needsLinux(), () => {
    const script = `import { memoryLimit } from ${JSON.stringify(new URL('../src/host/memory-limit.ts', import.meta.url).href)}; console.log(JSON.stringify(memoryLimit()));`;
    const shell = spawnSync(
      'sh',
      ['-c', 'ulimit -v 8000000 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: 'utf8' },
    );
    expect(shell.stderr).toBe('');
    const { bytes, free, setBy } = JSON.parse(shell.stdout) as ReturnType<typeof memoryLimit>;
    expect(bytes).toBeLessThanOrEqual(8_000_000 * 1024);
    expect(free).toBeLessThan(bytes);
    if (bytes === 8_000_000 * 1024) expect(setBy).toBe('ulimit -v');
  });

  it('sets what one stored matrix may take: in 600 MB no ELLPACK of 1.7 GB', () => {
    expect(defaultMaxBytes({ bytes: 600e6, free: 520e6, setBy: 'cgroup' })).toBe(130e6);
    expect(defaultMaxBytes({ bytes: 64e9, free: 40e9, setBy: 'machine' })).toBe(2 ** 31);
  });

  it('is what doctor shows, with what sets it', () => {
    const row = machineChecks({ bytes: 600e6, free: 500e6, setBy: 'cgroup' }).find(({ what }) => what === 'memory');
    expect(row).toMatchObject({
      status: 'note',
      detail: '600 MB, the limit of the container or service this runs in, 500 MB free',
    });
  });
});
