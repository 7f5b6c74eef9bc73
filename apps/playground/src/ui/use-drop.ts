import { useEffect } from 'preact/hooks';
import type { Session } from '../state/session.ts';

/** Whether what is pasted somewhere is for the field it is pasted into. */
function isForField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

/** Files dropped or pasted anywhere, and text pasted outside of a field, become the matrix. */
export function useDrop(session: Session): void {
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    const root = document.documentElement;
    const open = (file: File | undefined): void => {
      if (file) session.open('matrix', { kind: 'file', file });
    };
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
      open(event.dataTransfer?.files[0]);
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData: data } = event;
      const file = data?.files[0];
      const text = data?.getData('text/plain') ?? '';
      if (file) open(file);
      else if (!isForField(event.target) && text.trim() !== '') session.open('matrix', { kind: 'pasted', text });
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => ends.abort();
  }, [session]);
}
