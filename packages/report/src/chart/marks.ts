import { at } from './svg.ts';

/** Colours there are; each has a class, `c0` … */
const COLOURS = 8;

/** Outlines around a centre, to be appended to the place of it. */
const SHAPES: readonly string[] = [
  'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'm-3.6 -3.6h7.2v7.2h-7.2z',
  'm0 -4.8l4.6 8h-9.2z',
  'm0 -5.2l5.2 5.2l-5.2 5.2l-5.2 -5.2z',
  'm0 4.8l4.6 -8h-9.2z',
  'm-1.5 -4.6h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1v-3h3.1z',
  'm-4.6 -4l0.9 -0.9l3.7 3.2l3.7 -3.2l0.9 0.9l-3.2 4l3.2 4l-0.9 0.9l-3.7 -3.2l-3.7 3.2l-0.9 -0.9l3.2 -4z',
];
const DASHES: readonly string[] = ['', 'd1', 'd2', 'd3', 'd4'];

/** The class of a series: its colour, its dashes, and whether it was printed elsewhere. Colour and shape together repeat after 56. */
export function seriesClass(index: number, printed = false): string {
  return ['s', `c${index % COLOURS}`, DASHES[index % DASHES.length], printed ? 'printed' : '']
    .filter((name) => name !== '')
    .join(' ');
}

/** The marker of a series at a place. */
export function marker(index: number, x: number, y: number): string {
  return `M${at(x)} ${at(y)}${SHAPES[index % SHAPES.length] ?? ''}`;
}

/** What stands for a series where its name does not fit: A … Z, AA … */
export function seriesKey(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : seriesKey(Math.floor(index / 26) - 1) + letter;
}
