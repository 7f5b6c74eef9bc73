import { describe, expect, it } from 'vitest';
import { createPowerTable } from '../src/number/power-table.ts';
import { parseRealText } from '../src/number/parse-number.ts';
import { scanReal } from '../src/number/scan-real.ts';
import { createScanner } from '../src/wasm/scanner.ts';
import { decimalCases, hardCases } from '../tools/decimal-cases.ts';
import { encode } from './helpers.ts';

const cases = [...hardCases(), ...decimalCases(1, 60000)];
const text = encode(`${cases.join('\n')}\n`);

describe('every decimal is read to the bits of Number()', () => {
  it('the WebAssembly scanner reads them', () => {
    const scanner = createScanner();
    expect(scanner).toBeDefined();
    if (scanner === undefined) return;
    let slow = 0;
    for (let first = 0; first < cases.length; first += 500) {
      const block = cases.slice(first, first + 500);
      const bytes = encode(`${block.join('\n')}\n`);
      scanner.input.set(bytes);
      let at = 0;
      for (let k = 0; k < block.length;) {
        at = scanner.array(at, bytes.length, block.length, 1, false);
        const n = scanner.written();
        for (let j = 0; j < n; j++, k++) {
          if (!Object.is(scanner.values[j], Number(block[k])))
            expect([block[k], scanner.values[j]]).toEqual([block[k], Number(block[k])]);
        }
        if (k < block.length) {
          slow++;
          k++;
          at = bytes.indexOf(10, at) + 1;
        }
      }
    }
    expect(slow / cases.length).toBeLessThan(0.15);
  });

  it('the JavaScript scanner reads them', () => {
    const powers = createPowerTable();
    const cursor = { position: 0 };
    let p = 0;
    for (const decimal of cases) {
      const value = scanReal(text, p, cursor, powers);
      if (cursor.position >= 0) {
        if (!Object.is(value, Number(decimal))) expect([decimal, value]).toEqual([decimal, Number(decimal)]);
        expect(cursor.position).toBe(p + decimal.length);
      }
      p += decimal.length + 1;
    }
  });

  it('the slow path reads them', () => {
    for (const decimal of cases) expect(Object.is(parseRealText(decimal), Number(decimal))).toBe(true);
  });
});

describe('what is a number', () => {
  it.each([
    ['1.5D+03', 1500],
    ['1d2', 100],
    ['+.5', 0.5],
    ['5.', 5],
    ['-0', -0],
    ['inf', Infinity],
    ['-INFINITY', -Infinity],
    ['NaN', Number.NaN],
    ['1e400', Infinity],
    ['1e-400', 0],
  ])('%s', (decimal, value) => expect(parseRealText(decimal)).toBe(value));

  it.each(['', '.', '-', '1e', '1e+', '0x10', '1_000', '1,5', '1.5.2', '--1', 'infinit', '1e5.0', '1.5f'])(
    'not %j',
    (word) => {
      expect(parseRealText(word)).toBeUndefined();
    },
  );

  it('takes linear time to refuse a long one', () => {
    expect(parseRealText(`${'1'.repeat(1_000_000)}x`)).toBeUndefined();
  });
});
