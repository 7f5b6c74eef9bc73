import type { TextSection } from '../markdown/render.ts';
import type { PageSource } from '../pages/page.ts';
import { SECTIONS } from '../pages/page.ts';

/** What the search knows of one place: [address, title, heading, begin of its text, further words]. */
export type SearchRow = readonly [address: string, title: string, heading: string, excerpt: string, words: string];

/** The index as it is sent: names of the parts of the site by the first word of an address, and the places. */
export interface SearchFile {
  readonly parts: Readonly<Record<string, string>>;
  readonly rows: readonly SearchRow[];
}

/** Most characters of the begin of a text. Of the API, which has most places, a line is enough. */
const EXCERPT = 110;
const EXCERPT_OF_API = 80;
const MOST_WORDS = 32;
const COMMON = new Set(
  'a about above after all also an and any are as at be because been before below between both but by can cannot do does each else every few for from has have how if in into is it its less many may more most much must no nor not of on one only or other others out over own same so some such than that the their them then there these they this those to too under until up was were what when where which while who whose why will with without would'.split(
    ' ',
  ),
);

/** Places of one page: each of its sections, or the page alone; none of a page that only its folder's page names. */
export function searchRows(page: PageSource, sections: readonly TextSection[], words: string): readonly SearchRow[] {
  if (page.unlisted) return [];
  const [first, ...rest] = sections;
  const lead = `${first?.words ?? ''} ${words}`;
  if (page.search === 'page') {
    const names = rest
      .filter(({ level }) => level <= 3)
      .map(({ text }) => text)
      .join(' ');
    return [
      page.section === 'api'
        ? rowOf(page.path, page.title, page.group ?? '', lead, '', EXCERPT_OF_API)
        : rowOf(page.path, page.title, page.group ?? '', lead, names),
    ];
  }
  return [
    rowOf(page.path, page.title, '', lead, ''),
    ...rest.map(({ id, text, words: under }) => rowOf(`${page.path}#${id}`, page.title, text, under, '')),
  ];
}

export const searchFile = (rows: readonly SearchRow[]): SearchFile => ({
  parts: Object.fromEntries(SECTIONS.map(({ id, title }) => [id, title])),
  rows,
});

/** The begin of the text as it stands, and of the rest each word once. */
function rowOf(
  address: string,
  title: string,
  heading: string,
  text: string,
  more: string,
  most: number = EXCERPT,
): SearchRow {
  const line = text
    .replaceAll(/Defined in: \S+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const cut = line.length <= most ? line.length : Math.max(line.lastIndexOf(' ', most), 1);
  const seen = new Set(wordsOf(`${title} ${heading} ${line.slice(0, cut)}`));
  const others = new Set(wordsOf(`${line.slice(cut)} ${more}`).filter((word) => !seen.has(word) && !COMMON.has(word)));
  return [address, title, heading, line.slice(0, cut), [...others].slice(0, MOST_WORDS).join(' ')];
}

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}][\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length > 2);
