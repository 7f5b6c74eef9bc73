import { expect, it } from 'vitest';
import { errorRatioText } from '../src/documents/error-ratio.ts';

it('an error at its bound is told from one beyond', () => {
  expect(errorRatioText(0.994)).toBe('0.994');
  expect(errorRatioText(0.9998)).toMatch(/^1\.00 \(at the bound, not beyond/u);
  expect(errorRatioText(1)).toMatch(/^1\.00 \(at the bound, not beyond/u);
  expect(errorRatioText(1.0004)).toMatch(/^1 \+ 4\.00e-4 \(beyond/u);
  expect(errorRatioText(0)).toBe('0');
});
