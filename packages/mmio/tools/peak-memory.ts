import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Most memory this process ever held, in bytes. Linux counts `maxRSS` of a parent in, so its own figure is taken there. */
export function peakMemory(): number {
  try {
    return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}
