import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';

const program = fileURLToPath(new URL('child/one-product.ts', import.meta.url));

/** Exit code or signal, and what it printed. */
function run(...args: readonly string[]): Promise<{ readonly ending: string; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--conditions=@spmv/source', '--no-warnings', program, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 50_000,
    });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    child.once('close', (code, signal) => resolve({ ending: String(code ?? signal), output }));
  });
}

// Dawn aborts processes that lose its objects: every ending is looked at. A thousand were run once: bench/results/webgpu.
describe('a process with a device', unless(unavailable), () => {
  it.each(['dispose', 'abandon'])('ends by itself with exit code 0: %s', async (how) => {
    for (let round = 0; round < 4; round++) {
      const [first, second] = await Promise.all([run(how), run(how)]);
      expect([first.ending, second.ending]).toEqual(['0', '0']);
    }
  });

  it('uses less than 5 % of a core while idle', async () => {
    const { ending, output } = await run('idle');
    expect(ending).toBe('0');
    expect(Number(output)).toBeLessThan(0.05);
  });
});
