// What every result says of where it comes from.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);

function headCommit() {
  try {
    return execFileSync('git', ['-C', import.meta.dirname, 'rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

/** Bytes of the level 3 cache that the first processor sees; 32 MiB where the system does not say. */
export function lastLevelCache() {
  const size = Number.parseInt(read('/sys/devices/system/cpu/cpu0/cache/index3/size') ?? '', 10);
  return Number.isFinite(size) ? 1024 * size : 32 * 2 ** 20;
}

/** The machine, the commit (COMMIT, where a bundle was unpacked) and the date. */
export function provenance() {
  return {
    cpu: cpus()[0]?.model.trim(),
    cores: availableParallelism(),
    cacheMiB: lastLevelCache() / 2 ** 20,
    hugePages: /\[(\w+)\]/.exec(read('/sys/kernel/mm/transparent_hugepage/enabled') ?? '')?.[1],
    node: process.version,
    commit: process.env.COMMIT ?? headCommit(),
    date: new Date().toISOString(),
  };
}

/** The same as a line. */
export function provenanceLine(from = provenance()) {
  return `${from.cpu}, ${from.cores} cores, level 3 ${from.cacheMiB.toFixed(0)} MiB, huge pages ${from.hugePages}, Node ${from.node}, commit ${from.commit}, ${from.date}`;
}
