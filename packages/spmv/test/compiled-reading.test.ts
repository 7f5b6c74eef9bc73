import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NativeFunctions } from '@spmv/core';
import { nativeFunctions } from '@spmv/kernels-native';
import type { MatrixMarketFile } from '@spmv/mmio';
import { parseMatrixMarket } from '@spmv/mmio';
import type { ReadFileOptions } from '@spmv/mmio/node';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { afterAll, describe, expect, it } from 'vitest';
import { unless } from '../../../tools/needs.ts';
import { missingNative } from './missing-native.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.mtx');

/** What compiled code makes of a text, and whether it was that code. */
async function compiled(text: string, options: ReadFileOptions = {}) {
  writeFileSync(path, text);
  const written: ArrayBufferLike[] = [];
  const functions = nativeFunctions();
  const native: NativeFunctions = {
    bind: functions.bind,
    addressOf(view) {
      written.push(view.buffer);
      return functions.addressOf(view);
    },
  };
  const file = await readMatrixMarketFile(path, { native, ...options });
  return { file, isCompiled: written.includes(file.rowIndex.buffer) };
}

function expectSame(file: MatrixMarketFile, wanted: MatrixMarketFile): void {
  for (const part of ['rowIndex', 'colIndex', 'values', 'imaginary'] as const) {
    expect(file[part], part).toHaveLength(wanted[part].length);
    expect(
      file[part].findIndex((x, k) => !Object.is(x, wanted[part][k])),
      part,
    ).toBe(-1);
  }
  expect(file.integers).toEqual(wanted.integers);
}

const random = ((state: number) => () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
})(7);
const below = (n: number): number => Math.floor(random() * n);

/** Digits of every number, a point anywhere or none, and powers of ten down to where doubles are subnormal. */
function anyNumber(): string {
  const digits = Array.from({ length: 1 + below(24) }, () => below(10)).join('');
  const point = below(digits.length + 1);
  const text = random() < 0.3 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  const power = random() < 0.5 ? below(60) - 30 : below(620) - 320;
  return `${random() < 0.5 ? '-' : ''}${text}${random() < 0.3 ? '' : `${random() < 0.5 ? 'e' : 'E'}${power}`}`;
}

/** One that is no more than what a double holds. */
function held(): string {
  const text = anyNumber();
  return Number.isFinite(Number(text)) && (Number(text) !== 0 || !/^[^e]*[1-9]/iu.test(text)) ? text : held();
}

/** A double whose bits are anything, as JavaScript writes it. */
const anyDouble = (): string => String((random() - 0.5) * 2 ** (below(120) - 60));

/** The decimals halfway between two doubles, and next to it. */
function halfway(): string {
  const odd = (2n ** 53n + BigInt(below(2 ** 30)) * 2n + 1n) * 2n - 1n;
  const power = below(5);
  return `${odd * 5n ** BigInt(power) + BigInt(below(3) - 1)}e-${power}`;
}

/** As `%f` of C writes large doubles: beyond 2^116 their digits before the point are 0 in 64 bits. */
const wide = (): string => `${BigInt(2 + below(2 ** 30)) << BigInt(below(120))}.${['', '5', '000000'][below(3)]}`;

function textOf(n: number, number: () => string, field = 'real', line = (parts: string[]) => parts.join(' ')): string {
  const lines = Array.from({ length: n }, () =>
    line([String(1 + below(999_999)), String(1 + below(77)), number()].filter((part) => part !== '')),
  );
  return `%%MatrixMarket matrix coordinate ${field} general\n999999 77 ${n}\n${lines.join('\n')}\n`;
}

const odd = (parts: string[]): string =>
  `${['', ' ', '\t'][below(3)]}${parts.join([' ', '\t ', '  '][below(3)])}${['', ' ', '\r'][below(3)]}`;

describe('compiled code', unless(missingNative), () => {
  it.each([
    ['numbers as any program writes them', textOf(60_000, held)],
    ['doubles, in pieces and with several threads', textOf(60_000, anyDouble)],
    ['decimals halfway between doubles', textOf(20_000, halfway)],
    ['large numbers with all their digits', textOf(5000, wide)],
    ['integers', textOf(5000, () => String(below(2 ** 31) - 2 ** 30), 'integer')],
    ['positions alone', textOf(5000, () => '', 'pattern')],
    ['blanks and ends of lines of other systems', textOf(5000, anyDouble, 'real', odd)],
    ['blank lines at the end', `${textOf(9, anyDouble)}\n \r\n\n`],
    ['no end of the last line', textOf(9, anyDouble).trimEnd()],
    ['no entries', textOf(0, anyDouble)],
  ])('reads %s as JavaScript does', async (_, text) => {
    const wanted = parseMatrixMarket(text);
    for (const threads of [1, 2, 5]) {
      const { file, isCompiled } = await compiled(text, { threads });
      expectSame(file, wanted);
      const isAny = wanted.rowIndex.length > 0;
      expect(isCompiled).toBe(isAny);
      if (isAny) expect(file.lines.offset[0]).toBe(wanted.lines.offset[0]);
    }
  });

  it('reads what a triangle stands for, and positions that count from 0', async () => {
    const text = '%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n0 0 1\n1 0 2\n';
    const options = { indexBase: 0, symmetry: 'expand' } as const;
    expectSame((await compiled(text, options)).file, parseMatrixMarket(text, options));
  });

  it.each([
    ['a comment', '% so'],
    ['a blank line', ''],
    ['a sign', '+1 1 1'],
    ['infinity', '1 1 inf'],
    ['an exponent of Fortran', '1 1 1D3'],
    ['a number beyond doubles', '1 1 1e999'],
    ['a long line', `1 1 1${' '.repeat(5000)}`],
  ])('leaves %s among the entries to JavaScript', async (_, line) => {
    const lines = textOf(40_000, anyDouble).split('\n');
    const text = lines.toSpliced(30_000, line.startsWith('1') || line.startsWith('+') ? 1 : 0, line).join('\n');
    const { file, isCompiled } = await compiled(text, { threads: 3 });
    expect(isCompiled).toBe(false);
    expectSame(file, parseMatrixMarket(text));
  });

  it.each([
    ['1 1', 'MMIO.TOKENS'],
    ['1 1 1 1', 'MMIO.TOKENS'],
    ['1 78 1', 'MMIO.INDEX'],
    ['0 1 1', 'MMIO.INDEX'],
    ['1 18446744073709551617 1', 'MMIO.INDEX'],
    ['1 1 .', 'MMIO.NUMBER'],
    ['1 1 1e', 'MMIO.NUMBER'],
    ['1 1 1\n1 1 1', 'MMIO.COUNT'],
  ])('leaves a wrong line to JavaScript, which names it: %s', async (line, code) => {
    const text = textOf(40_000, anyDouble).split('\n').toSpliced(30_000, 1, line).join('\n');
    await expect(compiled(text, { threads: 3 })).rejects.toMatchObject({
      code,
      details: expect.objectContaining({ name: path }) as object,
    });
  });

  it('tells how far it is, and stops when told', async () => {
    const text = textOf(400_000, anyDouble);
    const stop = new AbortController();
    const seen: number[] = [];
    const reading = compiled(text, {
      threads: 1,
      signal: stop.signal,
      onProgress({ entries, totalEntries }) {
        seen.push(entries / (totalEntries ?? 0));
        stop.abort(new Error('enough'));
      },
    });
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual([expect.closeTo(0.8, 0)]);
  });
});
