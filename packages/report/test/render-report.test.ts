import { expect, test } from 'vitest';
import { documentsIn, renderReport } from '../src/index.ts';

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
  expect(html).toContain('<th scope=row>&lt;script&gt;</th><td class=n>1.23');
  expect(html).toContain('<th scope=row>none</th><td class=n>–');
  expect(html.split('<script')).toHaveLength(2);
});

test('a page holds the documents it was made from, whatever stands in them', () => {
  const documents = [{ name: 'a </script><!-- b', document: { text: '</script><script>alert(1)</script>', n: 1 } }];
  const html = renderReport({ title: 'x', facts: [], sections: [], documents });
  expect(documentsIn(html)).toEqual(documents);
  expect(html.match(/<\/script>/gu)).toHaveLength(2);
  expect(documentsIn(renderReport({ title: 'x', facts: [], sections: [] }))).toBeUndefined();
  expect(documentsIn('<p>other</p>')).toBeUndefined();
});
