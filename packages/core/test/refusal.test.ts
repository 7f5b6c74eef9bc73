import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../src/index.ts';
import { isRefusal, SpmvError } from '../src/index.ts';

function made(code: ErrorCode): SpmvError {
  return new SpmvError(code, 'no', { fix: 'Ask another.' });
}

describe('isRefusal', () => {
  it('knows what says no to a matrix, a point or a device', () => {
    const codes = [
      'PARAM.REJECTED',
      'FORMAT.REFUSED',
      'FORMAT.OUT_OF_MEMORY',
      'KERNEL.REFUSED',
      'KERNEL.MISSING_CAPABILITY',
      'KERNEL.PRECISION_UNSUPPORTED',
      'BACKEND.LIMIT',
      'BACKEND.OUT_OF_MEMORY',
    ] as const;
    expect(codes.filter((code) => !isRefusal(made(code)))).toEqual([]);
  });

  it('takes no mistake, fault or absence for a refusal, and no plain object with such a code', () => {
    const codes = [
      'PARAM.UNKNOWN',
      'PARAM.OUT_OF_RANGE',
      'KERNEL.WRONG_FORMAT',
      'KERNEL.WRONG_TARGET',
      'KERNEL.LOAD_FAILED',
      'KERNEL.COMPILE_FAILED',
      'BACKEND.UNAVAILABLE',
      'BACKEND.FAILED',
      'OPERAND.LENGTH',
    ] as const;
    expect(codes.filter((code) => isRefusal(made(code)))).toEqual([]);
    expect(isRefusal(Object.assign(new Error('no'), { code: 'FORMAT.REFUSED' }))).toBe(false);
    expect(isRefusal(undefined)).toBe(false);
  });
});
