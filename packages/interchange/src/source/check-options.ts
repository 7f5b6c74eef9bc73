import type { FileLimits, OptionRules } from '@spmv/core';
import { checkOptions, numberOption, objectOption } from '@spmv/core';

const LIMIT_RULES: OptionRules<FileLimits> = { entries: numberOption(0), bytes: numberOption(0) };

/** Options of a function that reads files: those of these rules, and `limits`. Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function checkReadOptions<Options extends { readonly limits?: FileLimits }>(
  owner: string,
  options: Options,
  rules: OptionRules<Omit<Options, 'limits'>>,
): void {
  checkOptions<Options>(owner, options, { ...rules, limits: objectOption } as unknown as OptionRules<Options>);
  checkOptions(`${owner}: limits`, options.limits, LIMIT_RULES);
}
