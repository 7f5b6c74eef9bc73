import type { Shape } from '@spmv/core';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { overviewPicture } from '../data/tile-pictures.ts';
import type { DensityTile } from '../matrix/density-tiles.ts';
import { TILE_CELLS } from '../matrix/density-tiles.ts';
import { useInk } from '../ui/use-ink.ts';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly shape: Shape;
  readonly overview: DensityTile;
  /** Rows that are there so far; default all. */
  readonly upTo?: number;
  readonly marked: readonly number[];
}

/** Pixels along the longer side. */
const SIDE = 2 * TILE_CELLS;
/** Least pixels of a line that marks a row. */
const LINE = 3;

/** A whole matrix, as far as it is there, with rows of it marked. */
export function OverviewPicture({ title, label, shape, overview, upTo = shape.rows, marked }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ink = useInk();
  const scale = SIDE / Math.max(1, shape.rows, shape.cols);
  const [width, height] = [Math.max(1, shape.cols * scale), Math.max(1, shape.rows * scale)];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.fillStyle = ink.paper;
    context.fillRect(0, 0, width, height);
    context.fillStyle = ink.mark;
    context.globalAlpha = 0.5;
    for (const row of marked)
      context.fillRect(0, row * scale - Math.max(0, LINE - scale) / 2, width, Math.max(LINE, scale));
    context.globalAlpha = 1;
    context.save();
    context.beginPath();
    context.rect(0, 0, width, upTo * scale);
    context.clip();
    const side = TILE_CELLS * 2 ** overview.level * scale;
    context.imageSmoothingEnabled = false;
    context.drawImage(overviewPicture(overview, ink.entries), 0, 0, side, side);
    context.restore();
  }, [overview, upTo, marked.join(' '), ink]);
  return (
    <figure class="overview">
      <figcaption>{title}</figcaption>
      <canvas ref={canvas} width={Math.round(width)} height={Math.round(height)} role="img" aria-label={label} />
    </figure>
  );
}
