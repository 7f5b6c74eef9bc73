/** The parts of the site, in the order of the navigation. */
export const SECTIONS = [
  { id: 'guide', title: 'Guide' },
  { id: 'formats', title: 'Formats' },
  { id: 'packages', title: 'Packages' },
  { id: 'api', title: 'API' },
  { id: 'errors', title: 'Errors' },
  { id: 'matrix-market', title: 'Matrix Market' },
  { id: 'results', title: 'Results' },
  { id: 'adr', title: 'Decisions' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

/** A piece of a page. */
export type PageBlock =
  /** Markdown whose links are relative to `file`, or to the page's own file. */
  | { readonly kind: 'markdown'; readonly text: string; readonly file?: string }
  /** HTML that this program made, with every text escaped; `words` is what the search reads of it. */
  | { readonly kind: 'html'; readonly html: string; readonly words?: string };

/** What a page is made of. */
export interface PageSource {
  /** In the site, without a slash before it: `guide/contract.html`. */
  readonly path: string;
  readonly section: SectionId;
  /** In the navigation. */
  readonly title: string;
  /** Its part of the section: a folder of results, a module of the API. Absent: it stands in the section itself. */
  readonly group?: string;
  /** File of the repository it is made of, by which others link to it. */
  readonly file?: string;
  /** Further files and folders that lead here when linked. */
  readonly aliases?: readonly string[];
  /** File that a person changes to change the page, when it is not `file`. */
  readonly edit?: string | null;
  /** Left out of the navigation: its folder's page names it. */
  readonly unlisted?: true;
  /** `page`: the search finds the page alone and not its parts. */
  readonly search?: 'sections' | 'page';
  readonly blocks: readonly PageBlock[];
}

/** A file that is copied into the site as it is. */
export interface CopiedFile {
  readonly path: string;
  readonly file: string;
}

export interface SiteContents {
  readonly pages: readonly PageSource[];
  readonly copies: readonly CopiedFile[];
}

export const markdown = (text: string, file?: string): PageBlock => ({
  kind: 'markdown',
  text,
  ...(file === undefined ? {} : { file }),
});
export const html = (text: string, words?: string): PageBlock => ({
  kind: 'html',
  html: text,
  ...(words === undefined ? {} : { words }),
});

/** The first heading of a Markdown text, without its marks. */
export function titleOf(text: string): string {
  const title = /^# (.+)$/mu.exec(text)?.[1] ?? '';
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/[`\\]/gu, '')
    .trim();
}
