import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewSize } from './spy-view.ts';

/** The size of an element in CSS pixels, as it changes; undefined before it is there. */
export function useSize(element: RefObject<HTMLElement | null>): ViewSize | undefined {
  const [size, setSize] = useState<ViewSize>();
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      if (width > 0 && height > 0)
        setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
