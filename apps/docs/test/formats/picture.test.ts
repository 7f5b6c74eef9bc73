import { describe, expect, it } from 'vitest';
import { discoverFormats } from '../../src/formats/discover.ts';
import { examplesOf } from '../../src/formats/examples.ts';
import { drawPicture } from '../../src/formats/picture.ts';
import { openRepository } from '../../src/repository.ts';
import { ROOT } from '../made-site.ts';

const found = await discoverFormats(openRepository(ROOT));

/** The numbers of each array in a picture. */
function drawn(html: string): Readonly<Record<string, readonly number[]>> {
  const tables = [...html.matchAll(/<caption><code>(\w+)<\/code>[\s\S]*?<tbody><tr>([\s\S]*?)<\/tr>/gu)];
  return Object.fromEntries(
    tables.map(([, name, cells = '']) => [
      name,
      [...cells.matchAll(/>(-?[\d.e-]+)<\/td>/gu)].map(([, number]) => Number(number)),
    ]),
  );
}

describe('the picture of a format', () => {
  it.each(found.map(({ format }) => [format.id, format] as const))('%s is what its build stores', (_, format) => {
    for (const example of examplesOf(format.id)) {
      const { html, stored } = drawPicture(format, example);
      const arrays = Object.entries(stored.arrays).filter(([, array]) => array.length > 0);
      expect(drawn(html)).toEqual(Object.fromEntries(arrays.map(([name, array]) => [name, Array.from(array, Number)])));
      expect(format.check(stored)).toEqual([]);
    }
  });

  it('gives an entry the colour of its row in every array of the same places, and marks padding', () => {
    const ellpack = found.find(({ format }) => format.id === 'ellpack');
    const [example] = examplesOf('ellpack');
    if (ellpack === undefined || example === undefined) throw new Error('there is no ELLPACK');
    const { html } = drawPicture(ellpack.format, example);
    const colours = [...html.matchAll(/<tbody><tr>(<td[\s\S]*?)<\/tr>/gu)].map(([, row = '']) =>
      [...row.matchAll(/class="(r\d|padding)"/gu)].map(([, name]) => name),
    );
    const expected = ['r0', 'r1', 'padding', 'r3', 'r0', 'r1', 'padding', 'r3', 'padding', 'padding', 'padding', 'r3'];
    expect(colours).toEqual([expected, expected]);
  });
});
