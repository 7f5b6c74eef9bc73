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
  /** How others call the option, in small letters. */
  readonly elsewhere?: readonly string[];
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

/** A number from `least` to `most`, which may be infinite. */
export function numberOption(least: number, most: number = Infinity): OptionRule {
  return {
    words: most < Infinity ? `a number from ${least} to ${most}` : `a number of at least ${least}`,
    is: (value) => typeof value === 'number' && value >= least && value <= most,
  };
}

/** An integer from `least` on. */
export function countOption(least: number): OptionRule {
  return { words: `an integer of at least ${least}`, is: (value) => Number.isInteger(value) && Number(value) >= least };
}

/** One of these names. */
export function nameOption(names: readonly string[]): OptionRule {
  return { words: `one of ${names.join(', ')}`, is: (value) => names.some((name) => name === value), names };
}

/** What an unknown name stands for: the same in other letters or elsewhere, else the nearest. */
function fixFor(name: string, rules: Readonly<Record<string, OptionRule>>): string {
  const lower = name.toLowerCase();
  const known = Object.keys(rules);
  const same = known.find((one) => one.toLowerCase() === lower || rules[one]?.elsewhere?.includes(lower));
  return same === undefined ? suggestNames(name, known) : `Did you mean '${same}'?`;
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
      fix: `Give an object, { ${Object.keys(rules).slice(0, 3).join(', ')}${Object.keys(rules).length > 3 ? ', …' : ''} }, or leave them out.`,
      details: { owner },
    });
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const known = Object.keys(rules);
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof T] : undefined;
    // Whoever gives an option that nobody reads takes it for obeyed.
    if (!rule)
      throw new SpmvError('PARAM.UNKNOWN', `${owner} has no option '${name}'.`, {
        fix: fixFor(name, rules),
        details: { owner, name, known },
      });
    if (rule.is(value)) continue;
    throw new SpmvError('PARAM.OUT_OF_RANGE', `${owner}: ${name} is ${shown(value)}.`, {
      fix: typeof value === 'string' && rule.names ? suggestNames(value, rule.names) : `Give ${name} as ${rule.words}.`,
      details: { owner, name, ...(rule.names ? { known: rule.names } : {}) },
    });
  }
}
