import MiniSearch from 'minisearch';
import type { SearchFile } from '../src/search/documents.ts';

/** A place that was found. */
export interface Found {
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
  /** The part of the site it is in. */
  readonly part: string;
}

export type Finder = (words: string) => readonly Found[];

const MOST_FOUND = 12;

/** Loads what was written beside the pages, and makes the index of it. */
export async function loadFinder(address: string): Promise<Finder> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return makeFinder((await answer.json()) as SearchFile);
}

/** All words have to be there; the last may be a beginning, and long ones may have a slip. Names of pages and sections count more. */
export function makeFinder({ parts, rows }: SearchFile): Finder {
  const index = new MiniSearch({ fields: ['name', 'place', 'excerpt', 'words'] });
  index.addAll(
    rows.map(([address, title, heading, excerpt, words], id) => {
      const [name, place] = address.includes('#') ? [heading, title] : [title, heading];
      return { id, name, place, excerpt, words };
    }),
  );
  return (words) => {
    const found = index.search(words, {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      boost: { name: 4, place: 1.2, excerpt: 1.5 },
      boostDocument: (id) => weightOf(rows[Number(id)]?.[0] ?? ''),
    });
    const least = (found[0]?.score ?? 0) / 10;
    return found
      .filter(({ score }) => score >= least)
      .slice(0, MOST_FOUND)
      .flatMap(({ id }) => {
        const row = rows[Number(id)];
        if (row === undefined) return [];
        const [address, title, heading, excerpt] = row;
        return [{ address, title, heading, excerpt, part: parts[address.split('/')[0] ?? ''] ?? '' }];
      });
  };
}

/** A page comes before its sections, and a guide, which explains, before a reference, which lists. */
function weightOf(address: string): number {
  return (address.startsWith('api/') ? 0.5 : 1) * (address.includes('#') ? 1 : 1.5);
}
