import { chartStyle } from '../chart/chart-style.ts';
import type { ReportBlock, Fact, Report, Section } from '../model/report.ts';
import { embedded } from './embedded.ts';
import { escape } from './escape.ts';
import { chartHtml, pictureHtml } from './figure.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { tableHtml } from './table.ts';
import { foreign, paragraphs } from './text.ts';

/** Nothing is fetched, whatever a name in the data says. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** One HTML file that needs nothing else: no network, no script. It holds the documents that the report was made from. */
export function renderReport({ title, subtitle, facts, sections, documents = [] }: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escape(title)}</title>
<style>
${chartStyle(':root')}
${PAGE_STYLE}
</style>
</head>
<body>
<header>
<h1>${foreign(title)}</h1>
${subtitle === undefined ? '' : `<p>${foreign(subtitle)}</p>`}
${factsHtml(facts)}
</header>
${contentsHtml(sections)}
<main>
${sections.map(sectionHtml).join('\n')}
</main>
<footer><p>Made by spmv. Every chart has its numbers below it${documents.length === 0 ? '' : '; what was measured is in this file as JSON, and spmv reads it again'}.</p></footer>
${embedded(documents)}<script>
${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function factsHtml(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const found = facts.map(({ label, value }) => `<div><dt>${foreign(label)}</dt><dd>${foreign(value)}</dd></div>`);
  return `<dl>${found.join('\n')}</dl>`;
}

function contentsHtml(sections: readonly Section[]): string {
  if (sections.length < 2) return '';
  const links = sections.map(({ id, title }) => `<li><a href="#${escape(id)}">${foreign(title)}</a></li>`);
  return `<nav aria-label="Contents"><ul>${links.join('\n')}</ul></nav>`;
}

function sectionHtml({ id, title, blocks }: Section): string {
  return `<section id="${escape(id)}"><h2>${foreign(title)}</h2>
<div class="blocks">
${blocks.map(blockHtml).join('\n')}
</div></section>`;
}

/** Figures stand beside one another where there is room; text and tables take the whole width. */
function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case 'text':
      return `<div class="wide">${paragraphs(block.text, block.tone ?? 'plain')}</div>`;
    case 'table':
      return `<div class="wide">${tableHtml(block)}</div>`;
    case 'chart':
      return chartHtml(block);
    case 'picture':
      return pictureHtml(block);
  }
}
