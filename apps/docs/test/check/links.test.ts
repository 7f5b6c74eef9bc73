import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../../src/check/links.ts';
import { policyProblems } from '../../src/check/policy.ts';
import { markdown, type PageSource } from '../../src/pages/page.ts';
import { openRepository } from '../../src/repository.ts';
import { renderSite } from '../../src/site.ts';
import { problemsOf } from '../../src/write-site.ts';
import { ROOT } from '../made-site.ts';

const site = (
  pages: Readonly<Record<string, string>>,
  files: readonly string[] = [],
): Parameters<typeof brokenLinks>[0] => ({
  pages: new Map(Object.entries(pages)),
  files: new Set(files),
});

describe('links between pages', () => {
  it('may lead to pages, headings, files, the first page and the web', () => {
    const pages = {
      'a/b.html':
        '<a href="../c.html#x"></a><a href="../f.csv"></a><a href="../index.html"></a><a href="https://example.org"></a>',
      'c.html': '<h2 id="x"></h2><a href="#x"></a>',
    };
    expect(brokenLinks(site(pages, ['f.csv']))).toEqual([]);
  });

  it('are broken without the page, the heading or the file', () => {
    const pages = {
      'a.html':
        '<a href="b.html"></a><a href="#x"></a><img src="p.png"><a href="/c.html"></a><i id="y"></i><i id="y"></i>',
    };
    expect(brokenLinks(site(pages))).toEqual([
      "a.html: two elements have the id 'y'",
      "a.html: 'b.html' leads nowhere",
      "a.html: '#x': no such heading",
      "a.html: 'p.png' leads nowhere",
      "a.html: '/c.html' is not relative",
    ]);
  });
});

describe('links of the sources', () => {
  const repository = openRepository(ROOT);
  const made = (text: string): ReturnType<typeof renderSite> => {
    const page: PageSource = {
      path: 'guide/index.html',
      section: 'guide',
      title: 'A',
      file: 'docs/a.md',
      blocks: [markdown(text)],
    };
    const errors: PageSource = {
      path: 'errors/index.html',
      section: 'errors',
      title: 'Errors',
      file: 'docs/errors.md',
      blocks: [markdown('# Errors\n\n### OPERAND.LENGTH')],
    };
    return renderSite(repository, { pages: [page, errors], copies: [] });
  };
  const content = (text: string): string =>
    /<article>\n([\s\S]*)<\/article>/u.exec(made(text).pages.get('guide/index.html') ?? '')?.[1]?.trim() ?? '';

  it('lead to pages, and to the repository for other files', () => {
    expect(content('[e](errors.md#operandlength)')).toBe('<p><a href="../errors/index.html#operandlength">e</a></p>');
    expect(content('[e](https://github.com/spmv/spmv/blob/main/docs/errors.md)')).toBe(
      '<p><a href="../errors/index.html">e</a></p>',
    );
    expect(content('[l](../LICENSE)')).toBe('<p><a href="https://github.com/spmv/spmv/blob/main/LICENSE">l</a></p>');
    expect(content('`OPERAND.LENGTH`')).toBe(
      '<p><a href="../errors/index.html#OPERAND.LENGTH"><code>OPERAND.LENGTH</code></a></p>',
    );
  });

  it('stop the program when they lead nowhere', () => {
    expect(problemsOf(made('[x](no-such-file.md)'))[0]).toBe(
      "docs/a.md links to 'no-such-file.md', which is neither a page nor a file",
    );
    expect(problemsOf(made('[x](errors.md#no-such-heading)'))).toContain(
      "guide/index.html: '../errors/index.html#no-such-heading': no such heading",
    );
  });

  it('bring no program and no style with them', () => {
    const text = content(
      '<script>alert(1)</script>\n\n<b style="x">y</b>\n\n| a |\n| ---: |\n| 1 |\n\n[x](javascript:alert)',
    );
    expect(text).not.toMatch(/<script|<b\b|<[^>]*style=|href="javascript/u);
    expect(text).toContain('<td class="right">1</td>');
  });
});

describe('the policy', () => {
  it.each([
    '<script>1</script>',
    '<style>a{}</style>',
    '<p style="color:red">',
    '<p onclick="x()">',
    '<a href="javascript:x">',
  ])('finds %s', (bad) => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
    expect(policyProblems('a.html', `${policy}<script src="a.js"></script>`)).toEqual([]);
    expect(policyProblems('a.html', policy + bad)).toHaveLength(1);
    expect(policyProblems('a.html', policy.replace("'none'", "'unsafe-inline'"))).toHaveLength(1);
  });
});
