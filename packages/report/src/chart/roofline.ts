import type { Axis } from '../model/axis.ts';
import type { Roof, RooflineChart } from '../model/charts.ts';
import type { Point } from '../model/series.ts';
import type { Drawing } from './drawing.ts';
import { legend, notesSvg } from './legend.ts';
import type { Plot } from './plot.ts';
import { plotOf } from './plot.ts';
import { seriesMarks, undrawnPoints } from './series-marks.ts';
import { at, pathSvg, textSvg } from './svg.ts';
import { undrawnNotes } from './undrawn.ts';

/** The axes of every roofline. */
export const ROOFLINE_X: Axis = { label: 'flop per compulsory byte', scale: 'log10' };
export const ROOFLINE_Y: Axis = { label: 'rate', unit: 'GFLOP/s', scale: 'log10' };

/** What a device does at most with so many flops for each byte. */
export function roofAt({ gbPerSecond = Infinity, gflops = Infinity }: Roof, x: number): number {
  return Math.min(x * gbPerSecond, gflops);
}

/** Points under the roofs of the devices. */
export function drawRoofline({ roofs, series }: RooflineChart): Drawing {
  const known = roofs.filter((roof) => Number.isFinite(roofAt(roof, 1)));
  const plot = plotOf(
    ROOFLINE_X,
    ROOFLINE_Y,
    series,
    corners(
      known,
      series.flatMap(({ points }) => points),
    ),
  );
  const names = legend(series, 'marker', plot.height, false);
  const notes = notesSvg(undrawnNotes(undrawnPoints(series, plot), true), plot.height + names.height);
  const drawn = seriesMarks(series, plot, false);
  return {
    height: plot.height + names.height + notes.height + 6,
    body: plot.svg + roofsSvg(known, plot) + drawn + names.body + notes.body,
  };
}

/** How far above a roof its axis goes: its name stands there. */
const HEADROOM = 4;

/** Points of the roofs that the axes have to show: above the points that are there, and where a roof bends. */
function corners(roofs: readonly Roof[], points: readonly Point[]): readonly Point[] {
  const places = points.map(({ x }) => x).filter((x) => x > 0 && Number.isFinite(x));
  const usual = places.length === 0 ? [0.1] : places;
  const [least, most] = [Math.min(...usual), Math.max(...usual)];
  return roofs.flatMap((roof) => {
    const bend = (roof.gflops ?? Infinity) / (roof.gbPerSecond ?? Infinity);
    const shown = [least, most, ...(Number.isFinite(bend) && bend > 0 ? [bend] : [])];
    return [...shown.map((x) => ({ x, y: roofAt(roof, x) })), { x: most, y: HEADROOM * roofAt(roof, most) }];
  });
}

/** Each roof from end to end of the axis, its name along it. */
function roofsSvg(roofs: readonly Roof[], plot: Plot): string {
  const taken: number[] = [];
  return roofs
    .map((roof) => {
      const steps = Array.from({ length: 257 }, (_, k) => plot.x.from * (plot.x.to / plot.x.from) ** (k / 256));
      const places = steps.flatMap((x) => {
        const place = plot.place(x, roofAt(roof, x));
        return place === null ? [] : [place];
      });
      const [first, last] = [places[0], places.at(-1)];
      if (first === undefined || last === undefined) return '';
      const bend =
        roof.gflops !== undefined && roof.gbPerSecond !== undefined ? roof.gflops / roof.gbPerSecond : Infinity;
      const corner = plot.place(bend, roofAt(roof, bend));
      const through = [first, ...(corner === null ? [] : [corner]), last];
      const d = through.map(([x, y], p) => `${p === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');
      // Labels stand at the right end, below one another where several roofs end there.
      let y = Math.max(last[1] - 5, plot.top + 11);
      while (taken.some((other) => Math.abs(other - y) < 14)) y += 14;
      taken.push(y);
      return `${pathSvg(d, 'roof')}${textSvg(plot.right - 2, y, roof.label, { anchor: 'end', as: 'note halo', room: plot.right - plot.left - 10 })}`;
    })
    .join('');
}
