/** What a reader of a chart sees: marked values along each axis, and where the marks of each series are. */
export interface SeenChart {
  readonly x: readonly SeenTick[];
  readonly y: readonly SeenTick[];
  readonly series: readonly SeenSeries[];
  readonly height: number;
  readonly texts: readonly SeenText[];
}

export interface SeenTick {
  readonly at: number;
  readonly value: number;
}

export interface SeenText {
  readonly x: number;
  readonly y: number;
  readonly anchor: string;
  readonly text: string;
}

export interface SeenSeries {
  readonly className: string;
  /** Centres of markers. */
  readonly marks: readonly (readonly [number, number])[];
  /** Corners of the line. */
  readonly line: readonly (readonly [number, number])[];
  /** Lines begun. */
  readonly strokes: number;
  readonly bars: readonly SeenBar[];
  readonly whiskers: number;
}

export interface SeenBar {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const SIZES: Readonly<Record<string, number>> = {
  T: 1e12,
  G: 1e9,
  M: 1e6,
  k: 1e3,
  m: 1e-3,
  µ: 1e-6,
  n: 1e-9,
  p: 1e-12,
};

/** The number that a tick says: `10 µs`, `2¹⁴`, `5 × 10⁻⁵`. */
function spoken(text: string): number {
  const plain = text
    .replaceAll('−', '-')
    .replaceAll(
      /[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu,
      (found) =>
        `^${found.replaceAll(/./gu, (c) => ('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c) < 0 ? '-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))))}`,
    );
  const power = /^(?:(?<mantissa>[-\d.]+) × )?(?<base>\d+)\^(?<exponent>-?\d+)$/u.exec(plain)?.groups;
  if (power) return Number(power['mantissa'] ?? 1) * Number(power['base']) ** Number(power['exponent']);
  const [number = '', unit = ''] = plain.split(' ');
  const prefix = unit.length === 0 || unit === 's' || unit === 'B' ? 1 : (SIZES[unit.charAt(0)] ?? Number.NaN);
  return Number(number) * prefix;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function textsIn(svg: string): readonly SeenText[] {
  return [...svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"([^>]*)>(?:<title>[^<]*<\/title>)?([^<]*)<\/text>/gu)].map(
    ([, x, y, attributes = '', text = '']) => ({
      x: Number(x),
      y: Number(y),
      anchor: /text-anchor="(\w+)"/u.exec(attributes)?.[1] ?? 'start',
      text: unescaped(text),
    }),
  );
}

function ticks(svg: string, name: 'x' | 'y'): readonly SeenTick[] {
  const group = new RegExp(`<g class="ticks ${name}">(.*?)</g>`, 'u').exec(svg)?.[1] ?? '';
  return textsIn(group).map(({ x, y, text }) => ({ at: name === 'x' ? x : y - 4.5, value: spoken(text) }));
}

function pathsOf(group: string, name: string): string {
  return [...group.matchAll(new RegExp(`<path class="${name}" d="([^"]*)"`, 'gu'))].map(([, d = '']) => d).join('');
}

const moves = (d: string): readonly (readonly [number, number])[] =>
  [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/gu)].map(([, x, y]) => [Number(x), Number(y)] as const);

function barsIn(d: string): readonly SeenBar[] {
  const lying = /M([-\d.]+) ([-\d.]+)H([-\d.]+)v([-\d.]+)H[-\d.]+z/gu;
  const standing = /M([-\d.]+) ([-\d.]+)V([-\d.]+)H([-\d.]+)V[-\d.]+z/gu;
  const box = (x1: number, x2: number, y1: number, y2: number): SeenBar => ({
    left: Math.min(x1, x2),
    right: Math.max(x1, x2),
    top: Math.min(y1, y2),
    bottom: Math.max(y1, y2),
  });
  return [
    ...[...d.matchAll(lying)].map(([, x, y, end, high]) =>
      box(Number(x), Number(end), Number(y), Number(y) + Number(high)),
    ),
    ...[...d.matchAll(standing)].map(([, x, y, top, end]) => box(Number(x), Number(end), Number(y), Number(top))),
  ];
}

/** Reads a chart back from its SVG. */
export function readChart(svg: string): SeenChart {
  const [drawn = ''] = svg.split('<g class="legend">');
  return {
    height: Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/u.exec(svg)?.[1]),
    x: ticks(svg, 'x'),
    y: ticks(svg, 'y'),
    texts: textsIn(svg),
    series: [...drawn.matchAll(/<g class="(s [^"]*)">(.*?)<\/g>/gu)].map(([, className = '', group = '']) => ({
      className,
      marks: moves(pathsOf(group, 'm')),
      line: moves(pathsOf(group, 'l')),
      strokes: pathsOf(group, 'l').split('M').length - 1,
      bars: barsIn(pathsOf(group, 'b')),
      whiskers: Math.round(pathsOf(group, 'w(?: over)?').split('M').length / 2 - 0.5),
    })),
  };
}

/** Where a value has to be, by two marked values of the axis. */
export function placeBy(marked: readonly SeenTick[], value: number, isLog: boolean): number {
  const [first, last] = [marked[0], marked.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error('An axis needs two marked values.');
  const of = (one: number): number => (isLog ? Math.log(one) : one);
  const share = (of(value) - of(first.value)) / (of(last.value) - of(first.value));
  return first.at + share * (last.at - first.at);
}
