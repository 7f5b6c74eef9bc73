import type GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '../template/html.ts';
import { highlighter } from './highlight.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** A heading with what stands under it, until the next one. */
export interface TextSection extends Heading {
  readonly words: string;
}

export interface Rendered {
  readonly html: string;
  readonly sections: readonly TextSection[];
  /** What stands before the first heading. */
  readonly lead: string;
}

/** Where the links of one text lead. */
export interface PageLinks {
  link(href: string): string;
  image(src: string): { readonly src: string; readonly width?: number; readonly height?: number };
  /** The page of what a piece of code names, such as an error's code. */
  code(text: string): string | undefined;
}

export type Renderer = (text: string, links: PageLinks, slugger: GithubSlugger) => Rendered;

/** An error's code has an anchor under its own name, too. */
const CODE = /^[A-Z][A-Z0-9]*\.[A-Z0-9_]+$/u;

/** Markdown as GitHub reads it, without styles and scripts; HTML in it may be comments and anchors only. */
export function markdownRenderer(): Renderer {
  const engine = new MarkdownIt({ html: true });
  const highlight = highlighter();
  const plain = engine.renderer;
  plain.rules['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const language = info.trim().split(/\s+/u)[0] ?? '';
    return `<pre tabindex="0"><code>${highlight(content, language)}</code></pre>\n`;
  };
  plain.rules['code_block'] = (tokens, index) =>
    `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
  plain.rules['table_open'] = (tokens, index) =>
    `<div class="scroll" tabindex="0" role="group" aria-label="Table: ${escapeHtml(String(tokens[index]?.meta?.['name']))}"><table>\n`;
  plain.rules['table_close'] = () => '</table></div>\n';
  return (text, links, slugger) => {
    const tokens = engine.parse(text, {});
    const sections: Mutable<TextSection>[] = [];
    let heading: Token | undefined;
    let lead = '';
    let inHead = false;
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        heading = token;
        const words = wordsOf(tokens[at + 1]);
        const id = slugger.slug(words);
        token.attrSet('id', id);
        sections.push({ level: Number(token.tag.slice(1)), text: words, id, words: '' });
      } else if (token.type === 'heading_close') heading = undefined;
      const last = sections.at(-1);
      if (token.type === 'inline') {
        if (heading === undefined && !inHead) {
          if (last === undefined) lead += ` ${wordsOf(token)}`;
          else last.words += ` ${wordsOf(token)}`;
        }
        prepareInline(token, links, heading !== undefined);
        if (heading !== undefined) addAnchor(token, last?.id ?? '', last?.text ?? '');
      }
      if (token.type === 'table_open') token.meta = { name: last?.text ?? 'figures' };
      if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
      if (token.type === 'thead_open' || token.type === 'thead_close') inHead = token.type === 'thead_open';
      if (token.type === 'html_block') token.content = htmlOf(token.content);
    }
    return { html: plain.render(tokens, engine.options, {}), sections, lead };
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function wordsOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'html_inline' ? '' : content,
    )
    .join('');
}

function prepareInline(inline: Token, links: PageLinks, inHeading: boolean): void {
  const children: Token[] = [];
  let depth = 0;
  for (const token of inline.children ?? []) {
    if (token.type === 'link_open') {
      depth += 1;
      token.attrSet('href', links.link(String(token.attrGet('href'))));
    } else if (token.type === 'link_close') depth -= 1;
    else if (token.type === 'image') {
      const { src, width, height } = links.image(String(token.attrGet('src')));
      token.attrSet('src', src);
      token.attrSet('loading', 'lazy');
      if (width !== undefined && height !== undefined) {
        token.attrSet('width', String(width));
        token.attrSet('height', String(height));
      }
    } else if (token.type === 'html_inline') token.content = htmlOf(token.content);
    const page = token.type === 'code_inline' && depth === 0 && !inHeading ? links.code(token.content) : undefined;
    if (page === undefined) children.push(token);
    else {
      token.type = 'html_inline';
      token.content = `<a href="${escapeHtml(page)}"><code>${escapeHtml(token.content)}</code></a>`;
      children.push(token);
    }
  }
  inline.children = children;
}

/** A link of the heading to itself, under the name that stays when the heading's other words change. */
function addAnchor(inline: Token, id: string, text: string): void {
  const named = CODE.test(text);
  const anchor = named ? text : id;
  const mark: Token = Object.assign(Object.create(Object.getPrototypeOf(inline) as object) as Token, inline, {
    type: 'html_inline',
    children: null,
    content: ` <a class="anchor"${named ? ` id="${text}"` : ''} href="#${escapeHtml(anchor)}" aria-label="Link to ${escapeHtml(text)}">#</a>`,
  });
  inline.children = [...(inline.children ?? []), mark];
}

function alignByClass(token: Token): void {
  const align = /text-align:\s*(\w+)/u.exec(String(token.attrGet('style') ?? ''))?.[1];
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  if (align !== undefined) token.attrJoin('class', align);
}

/** Comments go, anchors stay; anything else in angle brackets was meant as text, such as a type in a doc comment. */
function htmlOf(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .split(/(<a id="[\w.-]+">|<\/a>)/u)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : part === '</a>' ? '</span>' : part.replace('<a', '<span')))
    .join('');
}
