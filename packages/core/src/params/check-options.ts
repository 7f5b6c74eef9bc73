import { suggestNames } from '../errors/nearest-names.ts';
import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';

/** What an option has to be. */
export interface OptionRule {
  /** In words, after *Give it as*: `a number of at least 0`. */
  readonly words: string;
  is(value: unknown): boolean;
  /** All values there are, where they have names. */
  readonly names?: readonly string[];
}

/** A rule for each option there is, so that the type checker finds one that is left out. */
export type OptionRules<T> = { readonly [K in keyof T]-?: OptionRule };

/** Whatever it is: somebody else checks it. */
export const anyOption: OptionRule = { words: 'anything', is: () => true };

/** A function. */
export const functionOption: OptionRule = { words: 'a function', is: (value) => typeof value === 'function' };

/** A text. */
export const textOption: OptionRule = { words: 'a text', is: (value) => typeof value === 'string' };

/** True or false. */
export const booleanOption: OptionRule = { words: 'true or false', is: (value) => typeof value === 'boolean' };

/** An object, whatever is in it. */
export const objectOption: OptionRule = {
  words: 'an object',
  is: (value) => typeof value === 'object' && value !== null,
};

/** An array, whatever is in it. */
export const arrayOption: OptionRule = { words: 'an array', is: Array.isArray };

/** A signal of whatever realm. */
export const signalOption: OptionRule = {
  words: 'an AbortSignal',
  is: (value) => typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
};

/** A number from `least` on, which may be infinite. */
export function numberOption(least: number): OptionRule {
  return { words: `a number of at least ${least}`, is: (value) => typeof value === 'number' && value >= least };
}

/** An integer from `least` on. */
export function countOption(least: number): OptionRule {
  return { words: `an integer of at least ${least}`, is: (value) => Number.isInteger(value) && Number(value) >= least };
}

/** One of these names. */
export function nameOption(names: readonly string[]): OptionRule {
  return { words: `one of ${names.join(', ')}`, is: (value) => names.some((name) => name === value), names };
}

/** The error of an option that nobody reads: whoever gives it takes it for obeyed. */
export function unknownOption(owner: string, name: string, known: readonly string[], fix: string): SpmvError {
  return new SpmvError('PARAM.UNKNOWN', `${owner} has no option '${name}'.`, { fix, details: { owner, name, known } });
}

/**
 * Checks the options of a function, called `owner` in messages, before anything is done. One that is undefined is left out.
 *
 * Errors: `PARAM.UNKNOWN` for a key that is not among the rules, naming the nearest; `PARAM.OUT_OF_RANGE` for a value that its rule does not take, and for options that are no object.
 */
export function checkOptions<T extends object>(owner: string, given: T | undefined, rules: OptionRules<T>): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given))
    throw new SpmvError('PARAM.OUT_OF_RANGE', `The options of ${owner} are ${shown(given)}.`, {
      fix: 'Give an object, or leave them out.',
      details: { owner },
    });
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const known = Object.keys(rules);
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof T] : undefined;
    if (!rule) throw unknownOption(owner, name, known, suggestNames(name, known));
    if (rule.is(value)) continue;
    throw new SpmvError('PARAM.OUT_OF_RANGE', `${owner}: ${name} is ${shown(value)}.`, {
      fix: typeof value === 'string' && rule.names ? suggestNames(value, rule.names) : `Give ${name} as ${rule.words}.`,
      details: { owner, name, ...(rule.names ? { known: rule.names } : {}) },
    });
  }
}
