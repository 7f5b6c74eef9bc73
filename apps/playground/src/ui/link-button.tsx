import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../state/session.ts';

/** Copies an address of what is shown. Small files of this device are carried in it; of larger ones it says that they are not. */
export function LinkButton({ session }: { readonly session: Session }): JSX.Element {
  const [said, setSaid] = useState('');
  async function copy(): Promise<void> {
    const { fragment, left } = await session.shared();
    const names = left.map((name) => name.slice('file:'.length)).join(', ');
    try {
      await navigator.clipboard.writeText(new URL(fragment, location.href).href);
      setSaid(names === '' ? 'Copied.' : `Copied, but a link holds no large file: ${names} has to be dropped again.`);
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
