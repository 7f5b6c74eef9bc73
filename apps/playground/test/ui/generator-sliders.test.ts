import { generateMatrix, matrixGenerators } from '@spmv/testkit';
import { describe, expect, test } from 'vitest';
import { GENERATOR_SLIDERS, initialOptions, positionOf, positionsOf, valueAt } from '../../src/ui/generator-sliders.ts';

test('there are sliders for every generator but the one that needs five figures', () => {
  const names = matrixGenerators.map(({ name }) => name).filter((name) => name !== 'standin');
  expect(Object.keys(GENERATOR_SLIDERS).toSorted()).toEqual(names.toSorted());
});

const made = (name: string, options: Readonly<Record<string, string>>) =>
  generateMatrix(name, Object.fromEntries(Object.entries(options).map(([key, text]) => [key, Number(text)])));

describe.each(Object.entries(GENERATOR_SLIDERS))('%s', (name, sliders) => {
  test('its first positions make a matrix', () => {
    const options = initialOptions(name);
    expect(Object.keys(options)).toEqual(sliders.map(({ option }) => option));
    expect(made(name, options).values.length).toBeGreaterThan(0);
  });

  test('a second one begins with the rows that fit, or as ever where none do', () => {
    // 64 is a square and a cube; 500 is neither.
    for (const rows of name.startsWith('stencil') ? [64] : name === 'fem-band' ? [600] : [500])
      expect(made(name, initialOptions(name, rows)).shape.rows).toBe(rows);
    for (const rows of [-1, 0.5, 3_000_000]) expect(initialOptions(name, rows)).toEqual(initialOptions(name));
    if (name.startsWith('stencil')) expect(initialOptions(name, 500)).toEqual(initialOptions(name));
  });

  test('sliders move between their ends, and back to where they are', () => {
    for (const slider of sliders) {
      expect(valueAt(slider, 0)).toBe(slider.min);
      expect(valueAt(slider, positionsOf(slider))).toBe(slider.max);
      expect(positionOf(slider, valueAt(slider, 1))).toBeLessThanOrEqual(1);
      expect(positionOf(slider, slider.max)).toBe(positionsOf(slider));
    }
  });
});
