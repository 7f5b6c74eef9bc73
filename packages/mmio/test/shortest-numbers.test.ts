import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrinter, PRINT_ENTRIES } from '../src/wasm/printer.ts';
import { shortestF32, shortestF64 } from '../src/write/number-text.ts';
import { seeded } from './helpers.ts';

function anyValue(random: () => number, k: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, random() * 2 ** 32);
  view.setUint32(4, random() * 2 ** 32);
  switch (k % 5) {
    case 0:
      return view.getFloat64(0);
    case 1:
      return Math.round(random() * 1e6) / 10 ** Math.floor(random() * 8);
    case 2:
      return 2 ** Math.floor(random() * 2098 - 1074);
    case 3:
      return Math.floor(random() * 2 ** 53) * 2 ** Math.floor(random() * 20 - 5);
    default:
      return Number(
        `${(random() * 10).toPrecision(1 + Math.floor(random() * 17))}e${Math.floor(random() * 600 - 300)}`,
      );
  }
}

describe('numbers are written as short as they can be', () => {
  it('the WebAssembly printer writes them as the engine does', () => {
    const printer = createPrinter();
    expect(printer).toBeDefined();
    if (printer === undefined) return;
    const random = seeded(3);
    const special = [
      0,
      -0,
      Number.NaN,
      Infinity,
      -Infinity,
      5e-324,
      Number.MAX_VALUE,
      2 ** -1022,
      2 ** 53,
      2 ** 70,
      1e21,
      1e-7,
      1e-6,
      0.1,
      123456,
    ];
    for (let block = 0; block < 40; block++) {
      for (let k = 0; k < PRINT_ENTRIES; k++) printer.values[k] = special[block === 0 ? k : -1] ?? anyValue(random, k);
      const lines = new TextDecoder().decode(printer.lines(PRINT_ENTRIES, 0, 1)).split('\n');
      for (let k = 0; k < PRINT_ENTRIES; k++) {
        const value = printer.values[k] as number;
        if (lines[k] !== shortestF64(value)) expect([value, lines[k]]).toEqual([value, shortestF64(value)]);
      }
    }
  });

  it('f64: reads back to the same bits', () => {
    fc.assert(
      fc.property(fc.double(), (value) =>
        Object.is(Number(shortestF64(value).replace('inf', 'Infinity').replace('nan', 'NaN')), value),
      ),
    );
  });

  it('f32: reads back to the same f32, and nothing shorter does', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = shortestF32(value);
        expect(Object.is(Math.fround(Number(text)), value)).toBe(true);
        const digits = text
          .replace(/^-/, '')
          .replace(/e.*$/, '')
          .replace('.', '')
          .replace(/^0+/, '')
          .replace(/0+$/, '').length;
        if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value);
      }),
      { numRuns: 2000 },
    );
    expect([
      shortestF32(Math.fround(0.1)),
      shortestF32(Math.fround(1 / 3)),
      shortestF32(2 ** -149),
      shortestF32(16777216),
    ]).toEqual(['0.1', '0.33333334', '1e-45', '16777216']);
  });
});
