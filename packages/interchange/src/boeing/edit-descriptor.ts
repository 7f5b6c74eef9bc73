import { fileError } from '../errors/file-error.ts';

/** How numbers stand on the lines of a file of Fortran. */
export interface EditDescriptor {
  /** Numbers on a line. */
  readonly perLine: number;
  /** Characters of a number. */
  readonly width: number;
  readonly kind: 'integer' | 'real';
  /** Digits after the point of a number that has none. */
  readonly decimals: number;
  /** Powers of ten by which a number without exponent is divided. */
  readonly scale: number;
}

/** Longer than any line of such files. */
const LONGEST_LINE = 4096;

/**
 * A format such as `(16I5)`, `(1P,3D25.16)` or `(5(1PE16.8E3))`: one kind of number, as often as it fits on a line. Errors: `FILE.UNSUPPORTED`.
 */
export function parseDescriptor(text: string, line: number): EditDescriptor {
  const plain = text.replaceAll(/\s/g, '').toUpperCase();
  const found =
    /^\((?:([+-]?\d{1,2})P,?)?(\d{0,4})\(?(?:([+-]?\d{1,2})P,?)?(\d{0,4})([IEDFG])(\d{1,4})(?:\.(\d{1,3}))?(?:E\d)?\)?\)$/.exec(
      plain,
    );
  const [, before, outer = '', inside, inner = '', letter = '', width = '', decimals = '0'] = found ?? [];
  const perLine = Number(outer || 1) * Number(inner || 1);
  if (found && Number(width) > 0 && perLine > 0 && perLine * Number(width) <= LONGEST_LINE) {
    const scale = letter === 'I' ? 0 : Number(before ?? inside ?? 0);
    return {
      perLine,
      width: Number(width),
      kind: letter === 'I' ? 'integer' : 'real',
      decimals: Number(decimals),
      scale,
    };
  }
  throw fileError('FILE.UNSUPPORTED', {
    line,
    what: `the Fortran format '${text.trim().slice(0, 40)}' is not understood`,
    fix: 'Write the file again with one kind of number on a line, such as (16I5) or (5E16.8).',
    details: { format: text.trim().slice(0, 40) },
  });
}

const REAL = /^([+-]?)(\d*)(\.?)(\d*)(?:(?:[EDQ]([+-]?\d{1,6}))|([+-]\d{1,6}))?$/i;

/** The number that a field means to Fortran, or `undefined` where it means none. Blanks mean nothing. */
export function parseField(field: string, { kind, decimals, scale }: EditDescriptor): number | undefined {
  const text = field.includes(' ') ? field.replaceAll(' ', '') : field;
  if (kind === 'integer') return /^[+-]?\d{1,18}$/.test(text) ? Number(text) : undefined;
  const found = REAL.exec(text);
  if (found === null) {
    const word = /^([+-]?)(INF|INFINITY|NAN)$/i.exec(text);
    if (word === null) return undefined;
    return word[2]?.toUpperCase() === 'NAN' ? NaN : word[1] === '-' ? -Infinity : Infinity;
  }
  const [, sign = '', whole = '', point = '', fraction = '', marked, bare] = found;
  if (whole === '' && fraction === '') return undefined;
  const exponent = marked ?? bare;
  const shift = Number(exponent ?? 0) - (point === '' ? decimals : 0) - (exponent === undefined ? scale : 0);
  return Number(`${sign}${whole}.${fraction}e${shift}`.replace(/^([+-]?)\./, '$10.'));
}
