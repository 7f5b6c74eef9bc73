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

/** All words have to be there; the last may be a beginning, and long ones may have a slip. Titles and headings count more. */
export function makeFinder({ parts, rows }: SearchFile): Finder {
  const index = new MiniSearch({ fields: ['title', 'heading', 'excerpt', 'words'] });
  index.addAll(rows.map(([, title, heading, excerpt, words], id) => ({ id, title, heading, excerpt, words })));
  return (words) => {
    const found = index.search(words, {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      boost: { heading: 4, title: 3, excerpt: 1.5 },
      // A guide explains what a reference only lists.
      boostDocument: (id) => (rows[Number(id)]?.[0].startsWith('api/') === true ? 0.6 : 1),
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
