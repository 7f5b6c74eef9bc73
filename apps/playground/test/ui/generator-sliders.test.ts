import { generateMatrix, matrixGenerators } from '@spmv/testkit';
import { describe, expect, test } from 'vitest';
import { GENERATOR_SLIDERS, positionOf, positionsOf, valueAt } from '../../src/ui/generator-sliders.ts';

test('there are sliders for every generator but the one that needs five figures', () => {
  const names = matrixGenerators.map(({ name }) => name).filter((name) => name !== 'standin');
  expect(Object.keys(GENERATOR_SLIDERS).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(GENERATOR_SLIDERS))('%s', (name, sliders) => {
  test('its first positions make a matrix', () => {
    const options = Object.fromEntries(sliders.map(({ option, initial }) => [option, initial]));
    expect(generateMatrix(name, options).values.length).toBeGreaterThan(0);
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
