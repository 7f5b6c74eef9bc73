import type { OptionRule, OptionRules } from '@spmv/core';
import {
  booleanOption,
  checkOptions,
  functionOption,
  nameOption,
  numberOption,
  objectOption,
  textOption,
} from '@spmv/core';
import { parseBanner } from '../header/parse-banner.ts';
import type { EntryOptions, ReadLimits, ReadOptions } from './options.ts';

const DROP: OptionRule = nameOption(['keep', 'drop']);

export const ENTRY_RULES: OptionRules<EntryOptions> = {
  symmetry: nameOption(['expand', 'keep']),
  diagonal: DROP,
  duplicates: nameOption(['sum', 'keep', 'reject']),
  zeros: DROP,
};

const LIMIT_RULES: OptionRules<ReadLimits> = {
  entries: numberOption(0),
  bytes: numberOption(0),
  lineBytes: numberOption(0),
};

function isBanner(value: unknown): boolean {
  try {
    return typeof value === 'string' && parseBanner(value, 0) !== undefined;
  } catch {
    return false;
  }
}

export const READ_RULES: OptionRules<ReadOptions> = {
  ...ENTRY_RULES,
  indexBase: { words: '0 or 1', is: (value) => value === 0 || value === 1 },
  patternValues: nameOption(['refuse', 'drop']),
  assumeBanner: {
    words: "a whole banner, such as '%%MatrixMarket matrix coordinate real general'",
    is: isBanner,
  },
  strict: booleanOption,
  limits: objectOption,
  // Less than an AbortSignal does.
  signal: { words: 'an AbortSignal', is: (value) => typeof value === 'object' && value !== null && 'aborted' in value },
  onProgress: functionOption,
  onWarning: functionOption,
  member: textOption,
  name: textOption,
};

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function checkReadOptions<Options extends ReadOptions>(
  owner: string,
  options: Options,
  rules: OptionRules<Options> = READ_RULES as OptionRules<Options>,
): void {
  checkOptions(owner, options, rules);
  checkOptions(`${owner}: limits`, options.limits, LIMIT_RULES);
}
