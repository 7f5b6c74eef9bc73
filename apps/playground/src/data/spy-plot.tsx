import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import type { MatrixFigures } from '../matrix/protocol.ts';
import { useInk } from '../ui/use-ink.ts';
import { grouped } from '../ui/format-number.ts';
import { Axes, RowMarks } from './axes.tsx';
import { drawSpy } from './draw-spy.ts';
import { EntryTable } from './entry-table.tsx';
import { SizeLegend } from './size-legend.tsx';
import { UnderPointer } from './under-pointer.tsx';
import type { SeenPart, SpyView } from './spy-view.ts';
import {
  panned,
  placeAt,
  partOfText,
  partText,
  seenPart,
  viewOfPart,
  wholeMatrix,
  withinMatrix,
  zoomed,
} from './spy-view.ts';
import { createTilePictures } from './tile-pictures.ts';
import { useGestures } from './use-gestures.ts';
import { useSize } from './use-size.ts';

interface Props {
  readonly matrix: HeldMatrix;
  /** The part in view, as an address has it; empty for all. */
  readonly part: string;
  onPart(part: string): void;
  /** What is marked in the margin, and what colours mean; absent before it is counted. */
  readonly figures: MatrixFigures | undefined;
  readonly bySize: boolean;
  onBySize(bySize: boolean): void;
}

/** Milliseconds of rest after which a view goes into the address. */
const REST = 300;
/** Share of the picture that a key moves by, and how much larger one makes it. */
const STEP = 0.2;
const LARGER = 1.5;

function partWords({ rows, cols }: SeenPart): string {
  if (rows[1] === rows[0] || cols[1] === cols[0]) return 'The matrix has no place for an entry';
  const range = ([from, to]: readonly [number, number]): string =>
    `${grouped(from)}–${grouped(Math.max(from, to - 1))}`;
  return `Rows ${range(rows)}, columns ${range(cols)}, counted from 0`;
}

/** Where the entries are: drag, wheel, keys and buttons move and enlarge it. */
export function SpyPlot({ matrix, part, onPart, figures, bySize, onBySize }: Props): JSX.Element {
  const { shape, nnz, name } = matrix.summary;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const ink = useInk();
  const [moved, setMoved] = useState<SpyView>();
  const [under, setUnder] = useState<readonly [row: number, col: number]>();
  const [arrivals, setArrivals] = useState(0);
  const sizes = bySize ? figures?.sizes : undefined;
  const pictures = useMemo(
    () => createTilePictures(matrix, ink, sizes, () => setArrivals((n) => n + 1)),
    [matrix, ink, sizes],
  );
  const asked = partOfText(part, shape);
  const view = size && withinMatrix(moved ?? (asked ? viewOfPart(asked, size) : wholeMatrix(shape, size)), shape, size);
  const seen = size && view && seenPart(view, shape, size);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !size || !view) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    const pixels = { width: Math.round(size.width * ratio), height: Math.round(size.height * ratio) };
    if (canvas.current.width !== pixels.width) canvas.current.width = pixels.width;
    if (canvas.current.height !== pixels.height) canvas.current.height = pixels.height;
    const fine = { ...view, scale: view.scale * ratio };
    const isDrawn = drawSpy(context, { view: fine, shape, size: pixels, pictures, colours: ink });
    canvas.current.dataset['drawn'] = String(isDrawn);
  }, [size, view?.row, view?.col, view?.scale, pictures, arrivals, ink]);

  const told = useRef(part);
  useEffect(() => {
    if (!moved || !seen || !size) return;
    const isWhole = view?.scale === wholeMatrix(shape, size).scale;
    const timer = setTimeout(() => {
      told.current = isWhole ? '' : partText(seen);
      onPart(told.current);
    }, REST);
    return () => clearTimeout(timer);
  }, [moved]);
  useEffect(() => {
    // Somebody else has chosen a part.
    if (part !== told.current) setMoved(undefined);
    told.current = part;
  }, [part]);

  const current = useRef<{ view: SpyView | undefined }>({ view: undefined });
  current.current.view = view;
  const gestures = useMemo(() => {
    const change = (next: (view: SpyView) => SpyView): void => {
      const { view: now } = current.current;
      const box = frame.current;
      if (now && box) setMoved(withinMatrix(next(now), shape, { width: box.clientWidth, height: box.clientHeight }));
    };
    return {
      pan: (x: number, y: number) => change((now) => panned(now, x, y)),
      zoom: (factor: number, at: readonly [number, number]) => change((now) => zoomed(now, factor, at)),
    };
  }, [matrix]);
  useGestures(frame, gestures);

  const { width = 0, height = 0 } = size ?? {};
  const zoom = (factor: number): void => gestures.zoom(factor, [width / 2, height / 2]);
  const whole = (): void => size && setMoved(wholeMatrix(shape, size));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => gestures.pan(-STEP * width, 0),
    ArrowRight: () => gestures.pan(STEP * width, 0),
    ArrowUp: () => gestures.pan(0, -STEP * height),
    ArrowDown: () => gestures.pan(0, STEP * height),
    '+': () => zoom(LARGER),
    '=': () => zoom(LARGER),
    '-': () => zoom(1 / LARGER),
    '0': whole,
  };
  return (
    <figure class="spy">
      <div class="spy-box">
        {view && seen && size && (
          <>
            <Axes view={view} seen={seen} size={size} />
            <RowMarks view={view} seen={seen} rows={figures?.longRows ?? []} />
          </>
        )}
        <div
          ref={frame}
          class="spy-frame"
          tabIndex={0}
          onPointerMove={({ clientX, clientY }) => {
            const box = frame.current?.getBoundingClientRect();
            if (box && view) setUnder(placeAt(view, shape, [clientX - box.left, clientY - box.top]));
          }}
          onPointerLeave={() => setUnder(undefined)}
          role="group"
          aria-label={`Picture of ${name}. Arrow keys move it, plus and minus zoom, 0 shows all of it.`}
          onKeyDown={(event) => {
            const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
            if (!act) return;
            event.preventDefault();
            act();
          }}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Where the entries of ${name} are: ${grouped(nnz)}. ${seen ? partWords(seen) : ''}. The figures and the table of entries say the same in numbers.`}
          />
        </div>
      </div>
      <div class="spy-buttons">
        <button type="button" onClick={() => zoom(LARGER)}>
          Zoom in
        </button>
        <button type="button" onClick={() => zoom(1 / LARGER)}>
          Zoom out
        </button>
        <button type="button" onClick={whole}>
          All
        </button>
        <label class="check">
          <input type="checkbox" checked={bySize} onChange={({ currentTarget }) => onBySize(currentTarget.checked)} />
          Colour by size
        </label>
      </div>
      <figcaption>
        <span role="status">{seen ? partWords(seen) : ''}</span>
        <span class="under">{under && <UnderPointer matrix={matrix} at={under} />}</span>
      </figcaption>
      {sizes && <SizeLegend sizes={sizes} />}
      {seen && <EntryTable matrix={matrix} part={seen} />}
    </figure>
  );
}
