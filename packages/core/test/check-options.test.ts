import type { OptionRules } from '@spmv/core';
import {
  anyOption,
  checkOptions,
  countOption,
  functionOption,
  nameOption,
  numberOption,
  shown,
  signalOption,
} from '@spmv/core';
import { describe, expect, it } from 'vitest';

interface Options {
  readonly rtol?: number;
  readonly maxiter?: number;
  readonly which?: 'LM' | 'SA';
  readonly callback?: () => void;
  readonly signal?: AbortSignal;
  readonly x0?: readonly number[];
}

const rules: OptionRules<Options> = {
  rtol: { ...numberOption(0), elsewhere: ['tolerance'] },
  maxiter: countOption(1),
  which: nameOption(['LM', 'SA']),
  callback: functionOption,
  signal: signalOption,
  x0: anyOption,
};
const OBJECT = 'Give an object, { rtol, maxiter, which, … }, or leave them out.';
const check = (given: unknown) => (): void => checkOptions('solve', given as Options, rules);

describe('options', () => {
  it('are taken where each is what its rule says, or left out', () => {
    const { signal } = new AbortController();
    expect(check(undefined)).not.toThrow();
    expect(check({ rtol: 0, maxiter: 1, which: 'SA', callback: () => {}, signal, x0: null })).not.toThrow();
    expect(check({ rtol: undefined, maxIter: undefined })).not.toThrow();
  });

  it.each([
    [{ tol: 1e-3 }, "solve has no option 'tol'.", "Did you mean 'rtol'?"],
    [{ tolerance: 1e-3 }, "solve has no option 'tolerance'.", "Did you mean 'rtol'?"],
    [{ maxIter: 3 }, "solve has no option 'maxIter'.", "Did you mean 'maxiter'?"],
    [{ toString: 1 }, "solve has no option 'toString'.", 'Use one of: rtol, maxiter, which, callback, signal, x0.'],
  ])('that are not known are named with the nearest: %j', (given, message, fix) => {
    expect(check(given)).toThrow(expect.objectContaining({ code: 'PARAM.UNKNOWN', message, fix }));
  });

  it.each([
    [{ rtol: -1 }, 'solve: rtol is -1.', 'Give rtol as a number of at least 0.'],
    [{ rtol: '1' }, "solve: rtol is '1'.", 'Give rtol as a number of at least 0.'],
    [{ rtol: Number.NaN }, 'solve: rtol is NaN.', 'Give rtol as a number of at least 0.'],
    [{ maxiter: 1.5 }, 'solve: maxiter is 1.5.', 'Give maxiter as an integer of at least 1.'],
    [{ maxiter: null }, 'solve: maxiter is null.', 'Give maxiter as an integer of at least 1.'],
    [{ which: 'SM' }, "solve: which is 'SM'.", "Did you mean 'LM' or 'SA'?"],
    [{ which: 3 }, 'solve: which is 3.', 'Give which as one of LM, SA.'],
    [{ callback: {} }, 'solve: callback is an object.', 'Give callback as a function.'],
    [{ signal: new AbortController() }, 'solve: signal is an AbortController.', 'Give signal as an AbortSignal.'],
    [null, 'The options of solve are null.', OBJECT],
    ['cg', "The options of solve are 'cg'.", OBJECT],
    [[1], 'The options of solve are an array.', OBJECT],
    [new Float32Array(1), 'The options of solve are a Float32Array.', OBJECT],
  ])('of another value are refused: %j', (given, message, fix) => {
    expect(check(given)).toThrow(expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE', message, fix }));
  });
});

it.each([
  [undefined, 'undefined'],
  [3n, '3n'],
  [new Float64Array(2), 'a Float64Array'],
  [new Int32Array(2), 'an Int32Array'],
  [() => 1, 'a function'],
  ['x'.repeat(50), `'${'x'.repeat(40)}…'`],
])('a value is shown in words: %#', (value, words) => {
  expect(shown(value)).toBe(words);
});
