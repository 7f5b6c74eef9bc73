import { escape } from '../html/escape.ts';
import { fitted } from './text.ts';

/** What every chart is wide, in its own units; pages scale it. */
export const WIDTH = 480;
/** Sizes of text. */
export const TEXT = 13;
/** Of notes, of values and keys beside bars: their classes are so small. */
export const SMALL = 11.5;

/** A coordinate, to a tenth. */
export function at(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** How a text lies to its place, and in which class. */
export interface TextOptions {
  readonly anchor?: 'middle' | 'end';
  readonly as?: string;
  /** Cut where it is wider; what is cut is told on pointing. */
  readonly room?: number;
  readonly size?: number;
}

/** A line of text. */
export function textSvg(
  x: number,
  y: number,
  text: string,
  { anchor, as, room, size = TEXT }: TextOptions = {},
): string {
  const shown = room === undefined ? text : fitted(text, size, room);
  const whole = shown === text ? '' : `<title>${escape(text)}</title>`;
  const attributes = [
    anchor === undefined ? '' : ` text-anchor="${anchor}"`,
    as === undefined ? '' : ` class="${as}"`,
    size === TEXT ? '' : ` font-size="${size}"`,
  ];
  return `<text x="${at(x)}" y="${at(y)}"${attributes.join('')}>${whole}${escape(shown)}</text>`;
}

/** A path of a class. */
export function pathSvg(d: string, as: string): string {
  return d === '' ? '' : `<path class="${as}" d="${d}"/>`;
}
