import type { TextSection } from '../markdown/render.ts';
import type { PageSource } from '../pages/page.ts';
import { escapeHtml } from './html.ts';
import { breadcrumb, neighbours, sidebar } from './navigation.ts';
import { relativeTo } from './paths.ts';

/** What a page may load: its own site's scripts, styles and pictures. Nothing inline, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Files that every page uses, in the site. */
export const ASSETS = {
  style: 'site/site.css',
  theme: 'site/theme.js',
  script: 'site/site.js',
  search: 'site/search.json',
  icon: 'site/icon.svg',
} as const;

export interface LayoutInput {
  readonly page: PageSource;
  /** All pages in reading order. */
  readonly pages: readonly PageSource[];
  readonly content: string;
  readonly headings: readonly TextSection[];
  readonly description: string;
  /** Where a person changes the page, or `undefined`. */
  readonly editAddress: string | undefined;
}

/** A whole page. */
export function layout({ page, pages, content, headings, description, editAddress }: LayoutInput): string {
  const at = (path: string): string => escapeHtml(relativeTo(page.path, path));
  const edit =
    editAddress === undefined ? '' : `<p class="edit"><a href="${escapeHtml(editAddress)}">Edit this page</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title === 'spmv' ? 'spmv' : `${page.title} · spmv`)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${at(ASSETS.icon)}" type="image/svg+xml">
<script src="${at(ASSETS.theme)}"></script>
<link rel="stylesheet" href="${at(ASSETS.style)}">
<script type="module" src="${at(ASSETS.script)}"></script>
</head>
<body data-index="${at(ASSETS.search)}" data-root="${at('index.html').replace(/index\.html$/u, '')}">
<a class="skip" href="#site-content">Skip to content</a>
<header class="top">
<a class="brand" href="${at('index.html')}">spmv</a>
<button type="button" class="menu" aria-controls="site-nav" aria-expanded="false" hidden>Menu</button>
<search class="search" hidden><label class="hidden" for="site-query">Search these pages</label><input id="site-query" type="search" role="combobox" aria-expanded="false" aria-controls="site-found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search  ( / )"><div id="site-found" role="listbox" aria-label="Found" hidden></div><p id="site-count" class="hidden" role="status"></p></search>
<button type="button" class="theme" hidden>Theme</button>
</header>
<div class="columns">
${sidebar(page, pages)}
<main id="site-content" tabindex="-1">
${breadcrumb(page, pages)}
<article>
${content}
</article>
${edit}
${neighbours(page, pages)}
</main>
${tableOfContents(headings)}
</div>
</body>
</html>
`;
}

/** Headings of the second and third order, where there are several. */
function tableOfContents(headings: readonly TextSection[]): string {
  const seconds = headings.filter(({ level }) => level === 2);
  const thirds = headings.filter(({ level }) => level === 2 || level === 3);
  const listed = thirds.length <= 150 ? thirds : seconds;
  if (listed.length < 3) return '';
  const lines = listed.map(
    ({ level, id, text }) => `<li class="h${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${lines.join('')}</ul></nav>`;
}
