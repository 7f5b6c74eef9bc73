import { expect, test } from 'vitest';
import { lowestOf } from '../../src/solve/residual-chart.tsx';

test.each([
  [1e-9, 1e-8, -12],
  [4e-15, 1e-3, -16],
  [1e-3, 3e-14, -16],
  [0, 0, -12],
  [Number.NaN, 1, -12],
  [1e-300, 1, -20],
])(
  'an axis that ends at %d, after %d, begins at 1e%d: nothing is drawn where it is not',
  (relativeResidual, residual, lowest) => {
    expect(lowestOf([{ relativeResidual, history: [{ iteration: 1, residual }] }])).toBe(lowest);
  },
);
