import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isLocal } from '../matrix/source.ts';
import type { Place } from '../state/place.ts';

/** Copies the address of what is shown. A file of this device is in no address: it says so. */
export function LinkButton({ place }: { readonly place: Place }): JSX.Element {
  const [said, setSaid] = useState('');
  const local = [place.matrix, place.beside].filter(isLocal).map((name) => name.slice('file:'.length));
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid(
        local.length === 0
          ? 'Copied.'
          : `Copied, but a link holds no file: ${local.join(', ')} has to be dropped again.`,
      );
    } catch {
      setSaid('The browser does not let this page copy: the address bar has the link.');
    }
  }
  return (
    <span class="link-button">
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>{' '}
      <span role="status" class="quiet">
        {said}
      </span>
    </span>
  );
}
