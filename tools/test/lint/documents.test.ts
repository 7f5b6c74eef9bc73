import { describe, expect, test } from 'vitest';
import { decisions } from '../../lint/checks/decisions.ts';
import { anchorOf, links } from '../../lint/checks/links.ts';
import { namedPackages } from '../../lint/checks/named-packages.ts';
import { examplePackage, findings } from './example-workspace.ts';

const record = (number: number): string =>
  `# ${number}. Something\n${['Status', 'Context', 'Decision', 'Consequences', 'Rejected'].map((section) => `\n## ${section}\n\ntext\n`).join('')}`;

describe('decisions', () => {
  const index = { 'docs/adr/README.md': '[1](0001-a.md) [2](0002-b.md) [3](0003-c.md)' };

  test('numbered, complete and listed ones pass', () => {
    expect(findings(decisions, { ...index, 'docs/adr/0001-a.md': record(1), 'docs/adr/0002-b.md': record(2) })).toEqual(
      [],
    );
  });

  test('a missing number is named by the record it was merged into, and has no file', () => {
    const files = {
      ...index,
      'docs/adr/0001-a.md': record(1).replace('text', 'Accepted. Includes former 2 and 4.'),
      'docs/adr/0003-c.md': record(3),
    };
    expect(findings(decisions, files)).toEqual([]);
    expect(findings(decisions, { ...files, 'docs/adr/0002-b.md': record(2) }).join()).toContain(
      'decision 2 is a former one',
    );
  });

  test('a number twice, a gap, a wrong name and a missing section are found', () => {
    expect(
      findings(decisions, { ...index, 'docs/adr/0001-a.md': record(1), 'docs/adr/0001-b.md': record(1) }).join(),
    ).toContain('has the number of docs/adr/0001-a.md');
    expect(findings(decisions, { ...index, 'docs/adr/0003-c.md': record(3) }).join()).toContain(
      'decision 2 is missing',
    );
    expect(findings(decisions, { ...index, 'docs/adr/a.md': record(1) }).join()).toContain('is not called NNNN');
    expect(
      findings(decisions, { ...index, 'docs/adr/0001-a.md': record(1).replace('## Rejected', '') }).join(),
    ).toContain(`no section '## Rejected'`);
    expect(findings(decisions, { ...index, 'docs/adr/0001-a.md': record(2) }).join()).toContain(
      `does not begin with '# 1. '`,
    );
    expect(findings(decisions, { 'docs/adr/0001-a.md': record(1) }).join()).toContain('is not listed');
  });
});

describe('links', () => {
  test('a link to a file or heading that is not there is found', () => {
    const files = { 'a.md': 'x\n[gone](docs/gone.md)\n[no heading](docs/b.md#nope)\n', 'docs/b.md': '# Here\n' };
    expect(findings(links, files)).toEqual([
      `a.md:2: 'docs/gone.md' leads nowhere [links]`,
      `a.md:3: 'docs/b.md#nope': no such heading in docs/b.md [links]`,
    ]);
  });

  test('links that lead somewhere, addresses and code pass', () => {
    const text =
      '[b](docs/b.md#the-y--ax) [folder](docs/) [web](https://x.org/y) [own](#top) `[c](nowhere)`\n# Top\n```\n[d](nowhere)\n```\n';
    expect(findings(links, { 'a.md': text, 'docs/b.md': '## The y ← Ax\n' })).toEqual([]);
  });

  test('anchors are made as GitHub makes them', () => {
    expect(anchorOf('`PARAM.OUT_OF_RANGE`')).toBe('paramout_of_range');
  });
});

describe('packages that documents name', () => {
  const files = {
    ...examplePackage('packages/core'),
    ...examplePackage('packages/format-sell'),
    ...examplePackage('packages/create-plugin'),
    'examples/a/README.md': '',
  };

  test('they have to exist', () => {
    const text =
      '`packages/core`, packages/format-*, @spmv/format-sell, npm create @spmv/plugin, --conditions=@spmv/source\n\ncore ← format-* ← examples\n\ny ← αAx\n';
    expect(
      findings(namedPackages, { ...files, 'CONTRIBUTING.md': text, 'docs/adr/0001-a.md': 'packages/gone' }),
    ).toEqual([]);
  });

  test('or are found', () => {
    expect(
      findings(namedPackages, { ...files, 'CONTRIBUTING.md': '`packages/report`\n@spmv/gone\ncore ← report, apps\n' }),
    ).toEqual([
      "CONTRIBUTING.md:1: there is no package 'packages/report' [named-packages]",
      "CONTRIBUTING.md:2: there is no package '@spmv/gone' [named-packages]",
      "CONTRIBUTING.md:3: there is no package 'report' [named-packages]",
      "CONTRIBUTING.md:3: there is no package 'apps' [named-packages]",
    ]);
  });
});
