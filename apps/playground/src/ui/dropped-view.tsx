import type { JSX } from 'preact';
import { shownName } from '../matrix/source.ts';
import type { Dropped } from './use-drop.ts';

/** What a drop took the place of, with the way back, and what it left out. */
export function DroppedView({ replaced, leftOut }: Dropped): JSX.Element {
  return (
    <div role="status" class="dropped">
      {replaced !== '' && (
        <p>
          This took the place of {shownName(replaced)}.{' '}
          <button type="button" onClick={() => history.back()}>
            Undo
          </button>
        </p>
      )}
      {leftOut.length > 0 && (
        <p>Two matrices are shown at a time. Not opened: {leftOut.join(', ')}. Drop them by themselves.</p>
      )}
    </div>
  );
}
