import { isSpmvError, SpmvError } from '@spmv/core';
import { partOfPairs } from '../system/facts.ts';
import { asymmetryText } from './fit.ts';

/** Codes of what is made of entries. */
const OF_ENTRIES: ReadonlySet<string> = new Set([
  'SOLVER.PRECONDITIONER',
  'SOLVER.NOT_POSITIVE_DEFINITE',
  'SOLVER.SINGULAR',
  'SOLVER.GROWTH',
]);

const inHermitian = (text: string): string => text.replaceAll('symmetric', 'Hermitian');

const NAMES: Readonly<Record<string, string>> = { row: 'row', col: 'column', rank: 'rank' };

/** Rows 2i and 2i + 1 of the real matrix are row i of A, and its rank is twice that of A. */
function ownPlaces(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const halved = (value: unknown): unknown => {
    if (typeof value === 'number') return value >> 1;
    return Array.isArray(value) ? [...new Set(value.map(halved))] : value;
  };
  const places = new Set(['row', 'column', 'col', 'rows', 'rank', 'n']);
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, places.has(name) ? halved(value) : value]),
  );
}

/** What factors and preconditioners of the real system of twice the size say of it, for whoever has the complex matrix: with whose rows those are. */
export function ofPairs(error: unknown): unknown {
  if (!isSpmvError(error)) return error;
  const { code, fix, details } = error;
  const { row, column, value, mirrored } = details as Readonly<Record<string, number>>;
  if (code === 'OPERAND.MATRIX' && mirrored !== undefined) {
    const { value: here, ...own } = partOfPairs({ row, col: column, value });
    const { value: there } = partOfPairs({ row: column, col: row, value: mirrored });
    return new SpmvError(code, `The matrix is not Hermitian: ${asymmetryText({ ...own, here, there })}.`, {
      fix: "Use method: 'lu'; where one triangle stands for both, give both.",
      details: { ...own, here, there },
      cause: error,
    });
  }
  if (!OF_ENTRIES.has(code)) return error;
  const own = ownPlaces(details);
  const places = Object.entries(NAMES).flatMap(([name, word]) => {
    const place = own[name];
    return typeof place === 'number' ? [`${word} ${place}`] : [];
  });
  const whose =
    places.length === 0 ? '' : ` That is of the real system of twice the size; of A it is ${places.join(', ')}.`;
  return new SpmvError(code, inHermitian(error.message) + whose, {
    fix: code === 'SOLVER.NOT_POSITIVE_DEFINITE' ? "Use method: 'ldlt'." : inHermitian(fix),
    details: own,
    cause: error,
  });
}
