import { PRECISIONS, valueArray } from '@spmv/core';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiler } from '../../../tools/machine.ts';
import { needs } from '../../../tools/needs.ts';

const HEADER = fileURLToPath(new URL('../cuda/stored.cuh', import.meta.url));

/** The header as the processor's own compiler reads it; the program gets f32 and gives bits, and each number that they stand for. */
const PROGRAM = `
#include <cstdio>
#include <cstring>
#define __device__
#define __forceinline__ inline
static unsigned __float_as_uint(float value) { unsigned word; std::memcpy(&word, &value, 4); return word; }
static float __uint_as_float(unsigned word) { float value; std::memcpy(&value, &word, 4); return value; }
#include "${HEADER}"
int main() {
  float value;
  while (std::fread(&value, 4, 1, stdin) == 1) {
    const Bf16 stored(value);
    const float back = static_cast<float>(stored);
    std::fwrite(&stored.bits, 2, 1, stdout);
    std::fwrite(&back, 4, 1, stdout);
  }
}
`;

/** Every number of bf16, what is a quarter, half and three quarters of the way to the next, and one bit beside each of them. */
function inputs(): Float32Array {
  const beside = [0, 0x3fff, 0x4000, 0x7fff, 0x8000, 0x8001, 0xc000, 0xffff];
  const words = Uint32Array.from({ length: 0x10000 * beside.length }, (_, k) => {
    const upper = Math.floor(k / beside.length) * 0x10000;
    return upper + (beside[k % beside.length] as number);
  });
  return new Float32Array(words.buffer);
}

it("kernels' bf16 is the oracle's, bit by bit", needs('cxx'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-stored-'));
  try {
    const source = join(folder, 'stored.cpp');
    const program = join(folder, 'stored');
    writeFileSync(source, PROGRAM);
    execFileSync(compiler(), ['-std=c++17', '-O1', source, '-o', program]);
    const values = inputs();
    const out = execFileSync(program, { input: new Uint8Array(values.buffer), maxBuffer: 2 ** 26 });
    expect(out.byteLength).toBe(6 * values.length);
    const { encoding } = PRECISIONS.bf16;
    const bits = encoding.encode(values);
    const rounded = valueArray('f32', values.length);
    encoding.decode(bits.buffer as ArrayBuffer, rounded);
    const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
    const wrong: number[] = [];
    for (let k = 0; k < values.length; k++) {
      const back = view.getFloat32(6 * k + 2, true);
      // Which NaN is nobody's business.
      const isRight = Number.isNaN(values[k])
        ? Number.isNaN(back) && Number.isNaN(rounded[k])
        : view.getUint16(6 * k, true) === bits[k] && Object.is(back, rounded[k]);
      if (!isRight) wrong.push(values[k] as number);
    }
    expect(wrong).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
