import { expect, test } from 'vitest';
import { copiedWords } from '../../src/ui/link-button.tsx';

test.each([
  [[], [], 'Copied.'],
  [['file:a.mtx'], [], 'Copied, with all of a.mtx in the link.'],
  [[], ['file:b.mtx'], 'Copied, but a link holds no large file: b.mtx has to be dropped again.'],
  [
    ['file:a.mtx'],
    ['file:b.mtx'],
    'Copied, with all of a.mtx in the link, but a link holds no large file: b.mtx has to be dropped again.',
  ],
])('the button tells of %j in a link and %j beside it', (whole, left, said) => {
  expect(copiedWords({ whole, left })).toBe(said);
});
