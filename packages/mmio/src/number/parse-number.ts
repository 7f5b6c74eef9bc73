/** Grammar of a decimal number, with Fortran's `D` exponent. Written so that no text takes more than linear time. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/;
const WORD = /^([+-]?)(inf|infinity|nan)$/i;

/** The float64 nearest to a number as Matrix Market files write it, or undefined when the text is none. */
export function parseRealText(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text.replace(/[dD]/, 'e'));
  const word = WORD.exec(text);
  if (word === null) return undefined;
  if ((word[2] as string).toLowerCase() === 'nan') return Number.NaN;
  return word[1] === '-' ? -Infinity : Infinity;
}

/** The integer a text says, or undefined when it is none. */
export function parseIntegerText(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,400}$/.test(text)) return undefined;
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
}

/** Whether a text is an integer too long to be of use. */
export function isLongInteger(text: string): boolean {
  return text.length > 400 && /^[+-]?\d+$/.test(text);
}
