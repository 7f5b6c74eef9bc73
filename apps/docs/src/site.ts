import GithubSlugger from 'github-slugger';
import type { TextSection } from './markdown/render.ts';
import { markdownRenderer } from './markdown/render.ts';
import { linkIndex, siteLinks } from './markdown/site-links.ts';
import { apiPages, readApi } from './pages/api.ts';
import { discoverFormats } from './formats/discover.ts';
import { formatPages } from './pages/formats.ts';
import { decisionPages, guidePages } from './pages/guide.ts';
import { packagePages } from './pages/packages.ts';
import type { CopiedFile, PageSource, SiteContents } from './pages/page.ts';
import { resultPages } from './pages/results.ts';
import type { Repository } from './repository.ts';
import type { SearchRow } from './search/documents.ts';
import { searchFile, searchRows } from './search/documents.ts';
import { textOf } from './template/html.ts';
import { layout } from './template/layout.ts';
import { inReadingOrder } from './template/navigation.ts';

/** The pages as they are written, the files copied beside them, and the index of the search. */
export interface Site {
  readonly pages: ReadonlyMap<string, string>;
  readonly copies: readonly CopiedFile[];
  /** JSON. */
  readonly search: string;
  /** Links of the sources that lead nowhere, as sentences. */
  readonly problems: readonly string[];
}

/** Everything the repository has to say, as sources of pages. */
export async function collectContents(repository: Repository): Promise<SiteContents> {
  const api = await readApi(repository.root);
  const formats = await discoverFormats(repository);
  const results = resultPages(repository);
  const pictures = repository
    .list('docs/images')
    .map((name) => ({ path: `site/images/${name}`, file: `docs/images/${name}` }));
  return {
    pages: [
      ...guidePages(repository),
      ...formatPages(repository, formats, api),
      ...packagePages(repository, formats, api),
      ...apiPages(api),
      ...results.pages,
      ...decisionPages(repository),
    ],
    copies: [...results.copies, ...pictures],
  };
}

/** Draws all pages. */
export function renderSite(repository: Repository, { pages: unordered, copies }: SiteContents): Site {
  const pages = inReadingOrder(unordered);
  const codes = [...repository.read('docs/errors.md').matchAll(/^### ([A-Z][A-Z0-9]*\.[A-Z0-9_]+)$/gmu)].map(
    ([, code = '']) => code,
  );
  const index = linkIndex(pages, copies, codes);
  const render = markdownRenderer();
  const rows: SearchRow[] = [];
  const problems: string[] = [];
  const written = new Map<string, string>();
  for (const page of pages) {
    if (written.has(page.path)) throw new Error(`two pages are ${page.path}`);
    const { content, sections, words } = renderBlocks(page);
    rows.push(...searchRows(page, sections, words));
    const edited = page.edit === undefined ? page.file : page.edit;
    const text = layout({
      page,
      pages,
      content,
      headings: sections,
      description: descriptionOf(page, sections),
      editAddress: edited === undefined || edited === null ? undefined : repository.address(edited, 'edit'),
    });
    written.set(page.path, text);
  }
  return { pages: written, copies, search: JSON.stringify(searchFile(rows)), problems };

  function renderBlocks(page: PageSource): { content: string; sections: readonly TextSection[]; words: string } {
    const slugger = new GithubSlugger();
    const sections: { -readonly [K in keyof TextSection]: TextSection[K] }[] = [];
    const words: string[] = [];
    const content = page.blocks.map((block) => {
      if (block.kind === 'html') {
        words.push(
          block.words ?? (block.html.length < 20_000 && !block.html.includes('<table') ? textOf(block.html) : ''),
        );
        return block.html;
      }
      const file = block.file ?? page.file ?? page.path;
      const rendered = render(block.text, siteLinks(repository, index, page.path, file, problems), slugger);
      const last = sections.at(-1);
      if (last !== undefined) last.words += rendered.lead;
      sections.push(...rendered.sections);
      return rendered.html;
    });
    return { content: content.join('\n'), sections, words: words.join(' ') };
  }
}

/** What other programs show of the page: the first words of it. */
function descriptionOf(page: PageSource, sections: readonly TextSection[]): string {
  const line = (sections[0]?.words ?? '')
    .replaceAll(/Defined in: \S+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line === ''
    ? `${page.title}: spmv, sparse matrix–vector products.`
    : line.length <= 160
      ? line
      : `${line.slice(0, line.lastIndexOf(' ', 157))} …`;
}
