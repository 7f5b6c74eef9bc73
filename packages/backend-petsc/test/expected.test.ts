import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();

/** Numbers in microseconds. */
const PROGRAM = `
#include <cstdio>
#include "expected.h"
using namespace spmv;
static Expected expected;
static Command product(uint32_t op, uint32_t id, uint64_t transpose) {
  Command command = {};
  command.op = op;
  command.id = id;
  command.n[2] = transpose;
  return command;
}
static void took(const Command& command, uint64_t us) {
  expected.begin(command, true, 0);
  expected.end(us * 1000);
}
static void say(const Command& command, bool isAlone, uint32_t look, uint64_t at) {
  expected.begin(command, isAlone, 1000000);
  std::printf("%ld ", static_cast<long>(expected.rest(look, 1000000 + at * 1000) / 1000));
}
int main() {
  const Command a = product(kMultiply, 1, 0), b = product(kMultiply, 2, 0), t = product(kMultiply, 1, 1);
  say(a, true, 1000, 0);
  took(a, 8000);
  took(b, 900);
  say(a, true, 1000, 0);
  say(a, true, 1000, 7000);
  say(a, true, 1000, 9000);
  say(a, true, 0, 0);
  say(a, false, 1000, 0);
  say(b, true, 1000, 0);
  say(t, true, 1000, 0);
  say(product(kSolve, 1, 0), true, 1000, 0);
  took(a, 16000);
  say(a, true, 1000, 0);
  took(a, 4000);
  say(a, true, 1000, 0);
  took(product(kDestroy, 1, 0), 10);
  say(a, true, 1000, 0);
  say(b, true, 100, 0);
}`;

describe('what is expected', unless(lack), () => {
  it('sleeps until shortly before the end of a product that takes longer than a look', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-expected-'));
    try {
      const addon = fileURLToPath(new URL('../addon/', import.meta.url));
      const program = join(folder, 'expected');
      const flags = ['-O2', '-std=c++17', `-I${addon}`, '-x', 'c++', '-', '-o', program];
      execFileSync(process.env['MPICXX'] || 'mpicxx', flags, { input: PROGRAM });
      const said = execFileSync(program, { encoding: 'utf8' }).trim().split(' ').map(Number);
      // Nothing known; half a look before the end; later; past it; no looks; several at once; short; the transpose; no product;
      // the mean (7 · 8000 + 16000) / 8; less than half of that; the matrix is gone, the other is not.
      expect(said).toEqual([0, 7500, 500, 0, 0, 0, 0, 0, 0, 8500, 3500, 0, 850]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
