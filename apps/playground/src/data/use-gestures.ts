import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** What hands do with a picture. Positions are in CSS pixels from its upper left corner. */
export interface Gestures {
  pan(x: number, y: number): void;
  zoom(factor: number, at: readonly [x: number, y: number]): void;
}

interface Pointer {
  readonly x: number;
  readonly y: number;
}

/** Dragging pans, two fingers and the wheel zoom. The wheel scrolls the page unless the picture has the focus or Ctrl is held. */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const pointers = new Map<number, Pointer>();
    const placeOf = ({ clientX, clientY }: MouseEvent): Pointer => {
      const { left, top } = target.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const down = (event: PointerEvent): void => {
      target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, placeOf(event));
    };
    const up = (event: PointerEvent): void => void pointers.delete(event.pointerId);
    const move = (event: PointerEvent): void => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = placeOf(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (!other) return gestures.pan(before.x - now.x, before.y - now.y);
      const apart = (from: Pointer): number => Math.hypot(from.x - other.x, from.y - other.y);
      if (apart(before) > 0) gestures.zoom(apart(now) / apart(before), [(now.x + other.x) / 2, (now.y + other.y) / 2]);
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !target.matches(':focus')) return;
      event.preventDefault();
      const { x, y } = placeOf(event);
      gestures.zoom(2 ** (-event.deltaY / (event.deltaMode === 0 ? 200 : 5)), [x, y]);
    };
    const ends = new AbortController();
    const { signal } = ends;
    target.addEventListener('pointerdown', down, { signal });
    target.addEventListener('pointermove', move, { signal });
    target.addEventListener('pointerup', up, { signal });
    target.addEventListener('pointercancel', up, { signal });
    target.addEventListener('wheel', wheel, { signal, passive: false });
    return () => ends.abort();
  }, [element, gestures]);
}
