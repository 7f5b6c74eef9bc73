import { escape } from '../html/escape.ts';
import type { Point, Series } from '../model/series.ts';
import { formatNumber } from '../numbers.ts';
import { marker, seriesClass, seriesKey } from './marks.ts';
import type { Plot } from './plot.ts';
import { at, pathSvg, textSvg } from './svg.ts';
import type { Undrawn } from './undrawn.ts';

/** More points than this are not told one by one on pointing: the file would be many times as long. */
const MOST_TOLD = 200;
const KEY_HEIGHT = 13;

/** Intervals, lines where they are joined, and markers of all series. */
export function seriesMarks(all: readonly Series[], plot: Plot, joined: boolean): string {
  const count = all.reduce((sum, { points }) => sum + points.length, 0);
  return all
    .map(({ points, printed = false }, index) => {
      const sorted = joined ? [...points].sort((a, b) => a.x - b.x) : points;
      const parts = [
        pathSvg(sorted.map((point) => whisker(point, plot)).join(''), 'w'),
        joined ? pathSvg(lineThrough(sorted, plot), 'l') : '',
        markers(sorted, index, plot, count <= MOST_TOLD),
      ];
      return `<g class="${seriesClass(index, printed)}">${parts.join('')}</g>`;
    })
    .join('');
}

function whisker({ x, y, low, high }: Point, plot: Plot): string {
  const place = plot.place(x, y);
  if (place === null || y === null || (low === undefined && high === undefined)) return '';
  const [top, bottom] = [plot.clamped(high ?? y), plot.clamped(low ?? y)];
  return `M${at(place[0])} ${at(top)}V${at(bottom)}m-3 0h6M${at(place[0] - 3)} ${at(top)}h6`;
}

function lineThrough(points: readonly Point[], plot: Plot): string {
  let pen = 'M';
  return points
    .map(({ x, y }) => {
      const place = plot.place(x, y);
      const step = place === null ? '' : `${pen}${at(place[0])} ${at(place[1])}`;
      pen = place === null ? 'M' : 'L';
      return step;
    })
    .join('');
}

function markers(points: readonly Point[], index: number, plot: Plot, told: boolean): string {
  const drawn = points.flatMap((point) => {
    const place = plot.place(point.x, point.y);
    return place === null ? [] : [{ d: marker(index, ...place), label: told ? point.label : undefined }];
  });
  const plain = drawn.filter(({ label }) => label === undefined).map(({ d }) => d);
  const named = drawn.flatMap(({ d, label }) =>
    label === undefined ? [] : [`<path class="m" d="${d}"><title>${escape(label)}</title></path>`],
  );
  return pathSvg(plain.join(''), 'm') + named.join('');
}

/** Letters beside the last point of each series, apart from one another; none where there is no room for all. */
export function endKeys(all: readonly Series[], plot: Plot): string {
  const ends = all.flatMap(({ points }, index) => {
    const places = [...points]
      .sort((a, b) => a.x - b.x)
      .flatMap(({ x, y }) => {
        const place = plot.place(x, y);
        return place === null ? [] : [place];
      });
    const last = places.at(-1);
    return last === undefined ? [] : [{ index, x: last[0], y: last[1] }];
  });
  if (ends.length < 2 || ends.length * KEY_HEIGHT > plot.bottom - plot.top) return '';
  const ordered = ends.sort((a, b) => a.y - b.y);
  let free = plot.top;
  const lowered = ordered.map((end) => {
    const y = Math.max(end.y, free + KEY_HEIGHT / 2);
    free = y + KEY_HEIGHT / 2;
    return { ...end, y };
  });
  let room = plot.bottom;
  const lifted = lowered.toReversed().map((end) => {
    const y = Math.min(end.y, room - KEY_HEIGHT / 2);
    room = y - KEY_HEIGHT / 2;
    return { ...end, y };
  });
  return lifted.map(({ index, x, y }) => textSvg(x + 8, y + 4.5, seriesKey(index), { as: 'k halo' })).join('');
}

/** What no place was found for. */
export function undrawnPoints(all: readonly Series[], plot: Plot): readonly Undrawn[] {
  return all.flatMap(({ name, points }) =>
    points
      .filter(({ x, y }) => plot.place(x, y) === null)
      .map(({ x, y, label }) => ({
        where: [name, label ?? `at ${formatNumber(x)}`].filter((text) => text !== '').join(' '),
        // Which of both has no place: what is wrong with x is said as such.
        value: y !== null && plot.x.place(x) === null ? x : y,
      })),
  );
}
