import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack =
  (await missing()) ??
  (existsSync(`/proc/${process.pid}/schedstat`)
    ? undefined
    : 'no count of waiting for cores (a kernel with schedstat)');

/** Two processes compute on one processor, until one has seen that it had to wait or ten seconds are over. */
const PROGRAM = `
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <cstdio>
#include "patience.h"
using namespace spmv;
static void compute(uint64_t nanosecondsLong) {
  for (const uint64_t end = nanoseconds() + nanosecondsLong; nanoseconds() < end;) {}
}
int main() {
  cpu_set_t where;
  sched_getaffinity(0, sizeof where, &where);
  int first = 0;
  while (!CPU_ISSET(first, &where)) first++;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  sched_setaffinity(0, sizeof one, &one);
  const pid_t parent = getpid(), other = fork();
  if (other == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) return 1;
    for (;;) compute(1000000);
  }
  Turns turns;
  bool had = turns.hadToWait();
  for (int k = 0; k < 200 && !had; k++) {
    compute(50000000);
    had = turns.hadToWait();
  }
  static Control control;
  control.spinMicroseconds = 1000;
  control.crowdedAt.store(nanoseconds());
  Patience patience;
  // In a crowd looks in vain become short: all of these together take less than one of them may.
  for (int k = 0; k < 8; k++) patience.look(control, [] { return false; });
  int looks = 0;
  patience.look(control, [&] { looks++; return false; });
  std::printf("%d %d %d", had, looks, patience.look(control, [] { return true; }));
  kill(other, SIGKILL);
}`;

describe('patience', unless(lack), () => {
  it('sees that a thread had to wait for its core, and looks less in vain then', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-patience-'));
    try {
      const addon = fileURLToPath(new URL('../addon/', import.meta.url));
      const program = join(folder, 'patience');
      const flags = ['-O2', '-std=c++17', `-I${addon}`, '-x', 'c++', '-', '-o', program];
      execFileSync(process.env['MPICXX'] || 'mpicxx', flags, { input: PROGRAM });
      const [had, looks, found] = execFileSync(program, { encoding: 'utf8' }).split(' ').map(Number);
      expect(had).toBe(1);
      // A clock is read after so many looks, and once more at the end.
      expect(looks).toBeLessThan(40);
      expect(found).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
