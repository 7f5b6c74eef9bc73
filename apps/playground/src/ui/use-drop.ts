import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageMatrixSource } from '../matrix/source.ts';
import type { PageSession, Side } from '../state/session.ts';

/** Whether what is pasted somewhere is for the field it is pasted into. */
function isForField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

/** Which matrix something is dropped on: the second one where that is chosen. */
function sideOf(target: EventTarget | null): Side {
  return target instanceof Element && target.closest('[data-side=beside]') !== null ? 'beside' : 'matrix';
}

/** What took the place of a matrix without being asked for by name, and what did not become one. Empty where there is nothing to say. */
export interface Dropped {
  readonly replaced: string;
  readonly leftOut: readonly string[];
}

const NOTHING: Dropped = { replaced: '', leftOut: [] };

/** Opens files: on the first side two of them, on the second one. */
export type OpenFiles = (files: readonly File[], first: Side) => void;

/**
 * Files dropped or pasted anywhere, and Matrix Market text pasted outside of a field, become the matrix; of two files the second is put beside
 * the first. Gives what is to be said of it, and opens files that were chosen alike.
 */
export function useDrop(session: PageSession): readonly [Dropped, OpenFiles] {
  const [dropped, setDropped] = useState(NOTHING);
  const isOpening = useRef(false);
  /** Opens what the notice is of. */
  const opened = (side: Side, source: PageMatrixSource): void => {
    isOpening.current = true;
    session.open(side, source);
    isOpening.current = false;
  };
  const open: OpenFiles = (files, first) => {
    if (files.length === 0) return;
    const sides: readonly Side[] = first === 'matrix' ? ['matrix', 'beside'] : ['beside'];
    setDropped({ replaced: session.place.get()[first], leftOut: files.slice(sides.length).map(({ name }) => name) });
    for (const [f, file] of files.slice(0, sides.length).entries()) opened(sides[f] ?? first, { kind: 'file', file });
  };
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    const root = document.documentElement;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      root.classList.add('dragging');
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) root.classList.remove('dragging');
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      root.classList.remove('dragging');
      open([...(event.dataTransfer?.files ?? [])], sideOf(event.target));
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData: data } = event;
      const text = data?.getData('text/plain') ?? '';
      if (data && data.files.length > 0) return open([...data.files], 'matrix');
      // Whatever else is pasted beside a field was meant for one.
      if (isForField(event.target) || !/^\s*%%MatrixMarket\b/iu.test(text)) return;
      setDropped({ ...NOTHING, replaced: session.place.get().matrix });
      opened('matrix', { kind: 'pasted', text });
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    // It is said of what is there now, and no longer.
    let there = session.place.get();
    const unsaid = session.place.subscribe(() => {
      const now = session.place.get();
      if (!isOpening.current && (now.matrix !== there.matrix || now.beside !== there.beside)) setDropped(NOTHING);
      there = now;
    });
    return () => {
      ends.abort();
      unsaid();
    };
  }, [session]);
  return [dropped, open];
}
