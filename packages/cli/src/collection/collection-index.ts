import { nearestNames } from '@spmv/core';

/** One line of the collection's index, `ssstats.csv`. */
export interface IndexEntry {
  /** `HB/bcsstk16`. */
  readonly id: string;
  readonly rows: number;
  readonly cols: number;
  /** Entries that are not zero. */
  readonly nnz: number;
  readonly values: 'real' | 'complex' | 'binary';
  readonly positiveDefinite: boolean;
  /** Share of the entries off the diagonal whose mirror image is there, from 0 to 1. */
  readonly patternSymmetry: number;
  /** The same with equal values. */
  readonly numericalSymmetry: number;
  /** `structural problem`. */
  readonly kind: string;
}

export const SYMMETRIES = ['symmetric', 'pattern-symmetric', 'unsymmetric', 'positive-definite'] as const;
export type IndexSymmetry = (typeof SYMMETRIES)[number];

/** Ends included. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/** What to look for; what is absent does not matter. */
export interface Search {
  /** Words that each are part of the name or the kind. */
  readonly text?: string;
  readonly rows?: IndexRange;
  readonly cols?: IndexRange;
  readonly nnz?: IndexRange;
  readonly kind?: string;
  readonly symmetry?: IndexSymmetry;
}

function entryOf(line: string): IndexEntry | undefined {
  const fields = line.split(',');
  const [group = '', name = '', ...rest] = fields;
  const [rows = NaN, cols = NaN, nnz = NaN, isReal, isBinary, , posdef, psym = NaN, nsym = NaN] = rest
    .slice(0, 9)
    .map(Number);
  if (group === '' || name === '' || ![rows, cols, nnz, psym, nsym].every(Number.isFinite)) return undefined;
  return {
    id: `${group}/${name}`,
    rows,
    cols,
    nnz,
    values: isBinary === 1 ? 'binary' : isReal === 1 ? 'real' : 'complex',
    positiveDefinite: posdef === 1,
    patternSymmetry: psym,
    numericalSymmetry: nsym,
    kind: fields[11]?.replaceAll('"', '') ?? '',
  };
}

/** The entries of `ssstats.csv`: a line with their number, one with a date, then one for each. Undefined for a text that is no index. */
export function parseIndex(text: string): readonly IndexEntry[] | undefined {
  const [count = '', , ...lines] = text.split(/\r?\n/);
  const entries = lines.flatMap((line) => entryOf(line) ?? []);
  return /^\d+$/.test(count.trim()) && entries.length > 0 && entries.length >= Number(count) ? entries : undefined;
}

function fitsSymmetry({ rows, cols, ...entry }: IndexEntry, symmetry: IndexSymmetry): boolean {
  const isSquare = rows === cols;
  const { patternSymmetry, numericalSymmetry } = entry;
  if (symmetry === 'positive-definite') return entry.positiveDefinite;
  if (symmetry === 'symmetric') return isSquare && numericalSymmetry === 1;
  if (symmetry === 'pattern-symmetric') return isSquare && patternSymmetry === 1;
  return !isSquare || numericalSymmetry < 1;
}

/** The entries that are looked for, the smallest first. */
export function searchIndex(index: readonly IndexEntry[], search: Search): readonly IndexEntry[] {
  const words = (search.text ?? '').toLowerCase().split(/\s+/);
  const within = (value: number, range: IndexRange | undefined): boolean =>
    range === undefined || (value >= range.from && value <= range.to);
  return index
    .filter((entry) => {
      const text = `${entry.id} ${entry.kind}`.toLowerCase();
      return (
        words.every((word) => text.includes(word)) &&
        within(entry.rows, search.rows) &&
        within(entry.cols, search.cols) &&
        within(entry.nnz, search.nnz) &&
        (search.kind === undefined || entry.kind.toLowerCase().includes(search.kind.toLowerCase())) &&
        (search.symmetry === undefined || fitsSymmetry(entry, search.symmetry))
      );
    })
    .toSorted((a, b) => a.nnz - b.nnz);
}

/** The entries called so in any group; case does not matter. */
export function entriesCalled(name: string, index: readonly IndexEntry[]): readonly IndexEntry[] {
  return index.filter(({ id }) => id.split('/')[1]?.toLowerCase() === name.toLowerCase());
}

/** What a name that is not in the index may have meant, as a sentence. */
export function suggestIds(id: string, index: readonly IndexEntry[]): string {
  const elsewhere = entriesCalled(id.split('/').at(-1) ?? id, index).map((entry) => entry.id);
  const ids = index.map((entry) => entry.id);
  const near = elsewhere.length > 0 ? elsewhere.slice(0, 3) : nearestNames(id, ids);
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Look for its name with spmv fetch --search TEXT.';
}
