import type { ChartAxis } from '../model/axis.ts';
import type { Roof, RooflineChart } from '../model/charts.ts';
import type { Point } from '../model/series.ts';
import type { Drawing } from './drawing.ts';
import { legend, notesSvg } from './legend.ts';
import type { Plot } from './plot.ts';
import { plotOf } from './plot.ts';
import { seriesKey } from './marks.ts';
import { seriesMarks, undrawnPoints } from './series-marks.ts';
import { at, pathSvg, textSvg } from './svg.ts';
import { undrawnNotes } from './undrawn.ts';

/** The axes of every roofline. */
export const ROOFLINE_X: ChartAxis = { label: 'flop per compulsory byte', scale: 'log10' };
export const ROOFLINE_Y: ChartAxis = { label: 'rate', unit: 'GFLOP/s', scale: 'log10' };

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
  const said = known.map(({ label }, index) => `Roof ${roofKey(index)}: ${label}`);
  const notes = notesSvg([...said, ...undrawnNotes(undrawnPoints(series, plot), true)], plot.height + names.height);
  const drawn = seriesMarks(series, plot, false);
  return {
    height: plot.height + names.height + notes.height + 6,
    body: plot.svg + roofsSvg(known, plot) + drawn + names.body + notes.body,
  };
}

/** Points of the roofs that the axes have to show: above the points that are there, and where a roof bends. */
function corners(roofs: readonly Roof[], points: readonly Point[]): readonly Point[] {
  const places = points.map(({ x }) => x).filter((x) => x > 0 && Number.isFinite(x));
  const usual = places.length === 0 ? [0.1] : places;
  const [least, most] = [Math.min(...usual), Math.max(...usual)];
  return roofs.flatMap((roof) => {
    const bend = (roof.gflops ?? Infinity) / (roof.gbPerSecond ?? Infinity);
    return [least, most, ...(Number.isFinite(bend) && bend > 0 ? [bend] : [])].map((x) => ({ x, y: roofAt(roof, x) }));
  });
}

const KEY_HEIGHT = 13;

/** Each roof from end to end of the axis, a letter at its right end. */
function roofsSvg(roofs: readonly Roof[], plot: Plot): string {
  const taken: number[] = [];
  return roofs
    .map((roof, index) => {
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
      let y = last[1];
      while (taken.some((other) => Math.abs(other - y) < KEY_HEIGHT)) y += KEY_HEIGHT;
      taken.push(y);
      return pathSvg(d, 'roof') + textSvg(plot.right + 6, y + 4, roofKey(index), { as: 'j' });
    })
    .join('');
}

/** What stands at the end of a roof: a, b, … */
function roofKey(index: number): string {
  return seriesKey(index).toLowerCase();
}
