import type { Block, Report, Section } from '../model/report.ts';
import { escape } from './escape.ts';
import { tableHtml } from './table.ts';

/** One HTML file that needs nothing else: no network, no script. */
export function renderReport({ title, subtitle, facts, sections }: Report): string {
  const known = facts.map(({ label, value }) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title></head>
<body>
<header><h1>${escape(title)}</h1>${subtitle === undefined ? '' : `<p>${escape(subtitle)}</p>`}<dl>${known.join('')}</dl></header>
<main>${sections.map(sectionHtml).join('\n')}</main>
</body>
</html>
`;
}

function sectionHtml({ id, title, blocks }: Section): string {
  return `<section id="${escape(id)}"><h2>${escape(title)}</h2>${blocks.map(blockHtml).join('\n')}</section>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
        .split(/\n\s*\n/u)
        .map((paragraph) => `<p class="${block.tone ?? 'plain'}">${escape(paragraph)}</p>`)
        .join('\n');
    case 'table':
      return tableHtml(block);
    case 'chart':
    case 'picture':
      return `<p>${escape(`${block.title}. ${block.summary ?? ''}`)}</p>`;
  }
}
