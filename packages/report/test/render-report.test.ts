import { expect, test } from 'vitest';
import { renderReport } from '../src/index.ts';

test('what a report says stands in the file, and no name becomes markup', () => {
  const html = renderReport({
    title: 'A <b>report</b>',
    facts: [{ label: 'CPU', value: 'x & y' }],
    sections: [
      {
        id: 'times',
        title: 'Times',
        blocks: [
          { kind: 'text', text: 'One.\n\nTwo "three".' },
          {
            kind: 'table',
            title: 'All',
            columns: [
              { label: 'matrix', kind: 'text' },
              { label: 'median', unit: 'ms', kind: 'number' },
            ],
            rows: [
              ['<script>', 1.23456],
              ['none', null],
            ],
          },
        ],
      },
    ],
  });
  expect(html).toContain('A &lt;b&gt;report&lt;/b&gt;');
  expect(html).toContain('x &amp; y');
  expect(html).toContain('<td>&lt;script&gt;</td>');
  expect(html).toContain('>1.23</td>');
  expect(html).toContain('<td>–</td>');
  expect(html).not.toContain('<script>');
});
