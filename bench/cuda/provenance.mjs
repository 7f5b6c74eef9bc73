// What a recorded result must say of where it comes from.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

function driverVersion() {
  const file = '/proc/driver/nvidia/version';
  const found = existsSync(file)
    ? /Module\D*?(\d+\.\d+(?:\.\d+)?)/.exec(readFileSync(file, 'utf8').replace('x86_64', ''))
    : null;
  if (found) return found[1];
  try {
    return execFileSync('nvidia-smi', ['--query-gpu=driver_version', '--format=csv,noheader'], { encoding: 'utf8' })
      .trim()
      .split('\n')[0];
  } catch {
    return 'unknown';
  }
}

/** Date, commit (left by whoever made the bundle), the driver's own version and Node's. */
export function provenance() {
  const file = join(import.meta.dirname, 'commit');
  return {
    date: new Date().toISOString(),
    commit: existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown',
    driver: driverVersion(),
    node: process.version,
  };
}

/** SHA-256 of a file. */
export async function fileHash(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(provenance())}\n`);
