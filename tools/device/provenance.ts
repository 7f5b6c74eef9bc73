import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a recorded result must say of where it comes from. */
export interface RunProvenance {
  readonly date: string;
  /** Left by whoever made the bundle. */
  readonly commit: string;
  readonly driver: string;
  readonly node: string;
}

function driverVersion(): string {
  const file = '/proc/driver/nvidia/version';
  const found = existsSync(file)
    ? /Module\D*?(\d+\.\d+(?:\.\d+)?)/.exec(readFileSync(file, 'utf8').replace('x86_64', ''))
    : null;
  if (found?.[1] !== undefined) return found[1];
  try {
    const text = execFileSync('nvidia-smi', ['--query-gpu=driver_version', '--format=csv,noheader'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim().split('\n')[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

export function provenance(): RunProvenance {
  const file = join(import.meta.dirname, '..', '..', 'commit');
  return {
    date: new Date().toISOString(),
    commit: existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown',
    driver: driverVersion(),
    node: process.version,
  };
}
