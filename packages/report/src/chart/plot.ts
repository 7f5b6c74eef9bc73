import type { ChartAxis } from '../model/axis.ts';
import type { Point, Series } from '../model/series.ts';
import type { Scale } from './scale.ts';
import { scaleOf } from './scale.ts';
import { at, pathSvg, TEXT, textSvg, WIDTH } from './svg.ts';
import { textWidth } from './text.ts';
import { axisTitle } from './ticks.ts';

const TOP = 26;
const HEIGHT = 230;
/** Room for a key beside the last point. */
const RIGHT = 26;

/** Where points lie between two axes, and the axes as they are drawn. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  /** Grid, ticks and titles. */
  readonly svg: string;
  /** With what stands below the axis. */
  readonly height: number;
  /** Null for what an axis has no place for. */
  place(x: number, y: number | null): readonly [x: number, y: number] | null;
  /** The height of a value, at the end of the axis where it lies beyond. */
  clamped(y: number): number;
}

/** Two axes with room for all points. Linear axes of y show 0. */
export function plotOf(
  xAxis: ChartAxis,
  yAxis: ChartAxis,
  series: readonly Series[],
  more: readonly Point[] = [],
): Plot {
  const points = [...series.flatMap((one) => one.points), ...more];
  const heights = points.flatMap(({ y, low, high }) => (y === null ? [] : [y, low ?? y, high ?? y]));
  const y = scaleOf(yAxis, heights, { zero: true });
  const x = scaleOf(
    xAxis,
    points.filter((point) => point.y !== null).map((point) => point.x),
    { ticks: 7 },
  );
  const left = 14 + Math.max(20, ...y.ticks.map(({ text }) => textWidth(text, TEXT)));
  const right = WIDTH - RIGHT;
  const bottom = TOP + HEIGHT;
  const across = (share: number): number => left + share * (right - left);
  const up = (share: number): number => bottom - share * HEIGHT;
  const placeY = (value: number): number | null => {
    const share = y.place(value);
    return share === null ? null : up(share);
  };
  return {
    left,
    right,
    top: TOP,
    bottom,
    x,
    y,
    svg: axesSvg(xAxis, yAxis, x, y, { left, right, bottom, across, up }),
    height: bottom + 44,
    place(px, py) {
      const [first, second] = [x.place(px), py === null ? null : placeY(py)];
      return first === null || second === null ? null : [across(first), second];
    },
    clamped: (value) => placeY(value) ?? (value > y.to ? TOP : bottom),
  };
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  across(share: number): number;
  up(share: number): number;
}

function axesSvg(
  xAxis: ChartAxis,
  yAxis: ChartAxis,
  x: Scale,
  y: Scale,
  { left, right, bottom, across, up }: Area,
): string {
  const rows = y.ticks.map(({ value, text }) => [up(y.place(value) ?? 0), text] as const);
  const columns = x.ticks.map(({ value, text }) => [across(x.place(value) ?? 0), text] as const);
  const grid = [
    ...rows.map(([line]) => `M${at(left)} ${at(line)}H${at(right)}`),
    ...columns.map(([line]) => `M${at(line)} ${at(TOP)}V${at(bottom)}`),
  ];
  return [
    pathSvg(grid.join(''), 'grid'),
    pathSvg(`M${at(left)} ${at(TOP)}V${at(bottom)}H${at(right)}`, 'axis'),
    `<g class="ticks y">${rows.map(([line, text]) => textSvg(left - 6, line + 4.5, text)).join('')}</g>`,
    `<g class="ticks x">${spaced(columns)
      .map(([line, text]) => textSvg(line, bottom + 18, text))
      .join('')}</g>`,
    textSvg(6, 14, axisTitle(yAxis), { as: 'title', room: WIDTH - 12 }),
    textSvg((left + right) / 2, bottom + 37, axisTitle(xAxis), { as: 'title', anchor: 'middle', room: right - left }),
  ].join('');
}

/** Labels along a line without those that would touch the one before or leave the picture. */
export function spaced(labels: readonly (readonly [place: number, text: string])[]): typeof labels {
  let free = 0;
  return labels.filter(([place, text]) => {
    const half = textWidth(text, TEXT) / 2;
    if (place - half < free || place + half > WIDTH) return false;
    free = place + half + 6;
    return true;
  });
}

/** A dashed line across at a height, with its name above it. */
export function levelSvg({ left, right, place, x }: Plot, label: string, y: number): string {
  const found = place(x.from, y);
  if (found === null) return '';
  const [, line] = found;
  return `${pathSvg(`M${at(left)} ${at(line)}H${at(right)}`, 'level')}${textSvg(right - 2, line - 4, label, { anchor: 'end', as: 'note halo', room: right - left })}`;
}
