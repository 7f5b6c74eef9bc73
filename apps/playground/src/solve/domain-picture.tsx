import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rgb } from '../ui/use-ink.ts';
import { useInk } from '../ui/use-ink.ts';
import { significant } from '../ui/format-number.ts';
import type { Walls } from './domain.ts';
import { lineOf } from './domain.ts';

interface Props {
  readonly side: number;
  readonly walls: Walls;
  /** The solution, cell by cell; undefined before there is one. */
  readonly x: ArrayLike<number> | undefined;
  onWalls(walls: Walls): void;
}

/** Pixels of the canvas along a side. */
const PIXELS = 512;

function between(a: Rgb, b: Rgb, share: number): string {
  return `rgb(${[0, 1, 2].map((c) => Math.round((a[c] as number) + share * ((b[c] as number) - (a[c] as number)))).join(' ')})`;
}

/** The grid, its walls, and the solution as colours: who draws on it puts walls, or takes them away where they begin on one. */
export function DomainPicture({ side, walls, x, onWalls }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ink = useInk();
  const [drawn, setDrawn] = useState<{ readonly walls: Walls; readonly to: number; readonly last: number }>();
  const [held, setHeld] = useState<readonly [row: number, col: number]>();
  const at = held ?? ([0, 0] as const);
  const shown = drawn?.walls ?? walls;
  const most = x ? Math.max(...Array.from(x)) || 1 : 1;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const size = PIXELS / side;
    // Forced colours give walls and the warmest places one ink: then a cross tells walls.
    const isCrossed = x !== undefined && ink.entries.join(' ') === ink.heat[2].join(' ');
    context.strokeStyle = ink.paper;
    context.lineWidth = Math.max(1, size / 8);
    for (let k = 0; k < side * side; k++) {
      const share = x && shown[k] === 0 ? Math.min(1, Math.max(0, (x[k] as number) / most)) : 0;
      context.fillStyle =
        shown[k] === 1
          ? `rgb(${ink.entries.join(' ')})`
          : x
            ? share < 0.5
              ? between(ink.heat[0], ink.heat[1], 2 * share)
              : between(ink.heat[1], ink.heat[2], 2 * share - 1)
            : ink.paper;
      const [left, top] = [Math.round((k % side) * size), Math.round(Math.floor(k / side) * size)];
      context.fillRect(left, top, Math.ceil(size), Math.ceil(size));
      if (!isCrossed || shown[k] !== 1) continue;
      context.beginPath();
      for (const [from, to] of [
        [0, size],
        [size, 0],
      ] as const) {
        context.moveTo(left + from, top);
        context.lineTo(left + to, top + size);
      }
      context.stroke();
    }
  }, [shown, x, ink, side]);

  function cellAt({ clientX, clientY }: PointerEvent): number {
    const box = canvas.current?.getBoundingClientRect();
    const along = (from: number, length: number): number =>
      Math.min(side - 1, Math.max(0, Math.floor((side * from) / Math.max(1, length))));
    return box ? along(clientY - box.top, box.height) * side + along(clientX - box.left, box.width) : 0;
  }
  const put = (now: Walls, cells: readonly number[], to: number): Walls =>
    now.map((wall, k) => (cells.includes(k) ? to : wall));
  function onKeyDown(event: KeyboardEvent): void {
    const [row, col] = at;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      ' ': at,
    };
    const next = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!next) return;
    event.preventDefault();
    const inside = (one: number): number => Math.min(side - 1, Math.max(0, one));
    setHeld([inside(next[0]), inside(next[1])]);
    const cell = row * side + col;
    if (event.key === ' ') onWalls(put(walls, [cell], 1 - (walls[cell] as number)));
  }
  return (
    <figure class="domain">
      <div
        class="domain-frame"
        role="application"
        tabIndex={0}
        aria-label={`Grid of ${side} × ${side} cells. Arrow keys move, Space puts a wall or takes it away.`}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          width={PIXELS}
          height={PIXELS}
          onPointerDown={(event) => {
            const cell = cellAt(event);
            const to = 1 - (walls[cell] as number);
            canvas.current?.setPointerCapture(event.pointerId);
            setDrawn({ walls: put(walls, [cell], to), to, last: cell });
          }}
          onPointerMove={(event) => {
            if (!drawn) return;
            // Fast pointers tell of few cells: those between are passed as well.
            const cell = cellAt(event);
            setDrawn({ ...drawn, walls: put(drawn.walls, lineOf(drawn.last, cell, side), drawn.to), last: cell });
          }}
          onPointerUp={() => {
            if (drawn) onWalls(drawn.walls);
            setDrawn(undefined);
          }}
          onPointerCancel={() => setDrawn(undefined)}
        />
        <span
          class="cursor"
          style={{
            left: `${(100 * at[1]) / side}%`,
            top: `${(100 * at[0]) / side}%`,
            width: `${100 / side}%`,
            height: `${100 / side}%`,
          }}
        />
      </div>
      <figcaption>
        {x && (
          <span class="scale">
            x: 0 <span class="scale-colours" aria-hidden="true" /> {significant(most)}
          </span>
        )}
        Draw walls; a stroke that begins on a wall takes walls away. With keys, arrows move and Space does either. In
        walls and outside of the square x is 0, everywhere else something is put in evenly: heat, say.{' '}
        <span role="status">
          {held && `Row ${at[0]}, column ${at[1]}: ${walls[at[0] * side + at[1]] === 1 ? 'wall' : 'free'}.`}
        </span>
      </figcaption>
    </figure>
  );
}
