import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shownName } from '../matrix/source.ts';
import type { PageSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** What shows a link in a page of others. */
function frameOf(link: string): string {
  return `<iframe src="${link.replaceAll('&', '&amp;')}" title="A sparse matrix, seen and explained" width="100%" height="900" loading="lazy"></iframe>`;
}

/** What is said of a copied link: which matrices of this device are in it, and which are not. */
export function copiedWords({
  whole,
  left,
}: Pick<Awaited<ReturnType<PageSession['shared']>>, 'whole' | 'left'>): string {
  const named = (names: readonly string[]): string => names.map(shownName).join(' and ');
  const all = whole.length > 0 ? `Copied, with all of ${named(whole)} in the link` : 'Copied';
  return left.length === 0
    ? `${all}.`
    : `${all}, but a link holds no large file: ${named(left)} has to be dropped again.`;
}

/** What a link to a panel does not bring along. */
const WITHOUT: Readonly<Record<string, string>> = {
  run: ' It opens this panel without results: for those download the report.',
};

/** Copies an address of what is shown. Small files of this device are carried in it; of larger ones it says that they are not. */
export function LinkButton({ session }: { readonly session: PageSession }): JSX.Element {
  const [said, setSaid] = useState('');
  const { panel, matrix, beside } = useStore(session.place);
  useEffect(() => setSaid(''), [panel, matrix, beside]);
  async function copy(isEmbedded: boolean): Promise<void> {
    const { fragment, ...carried } = await session.shared();
    const { origin, pathname } = location;
    const link = `${origin}${pathname}${isEmbedded ? '?embed=1' : ''}${fragment}`;
    try {
      await navigator.clipboard.writeText(isEmbedded ? frameOf(link) : link);
      setSaid(`${copiedWords(carried)}${WITHOUT[panel] ?? ''}`);
    } catch {
      setSaid('The browser does not let this page copy: the address bar has the link.');
    }
  }
  return (
    <span class="link-button">
      <button type="button" onClick={() => void copy(false)}>
        Copy link
      </button>{' '}
      {panel !== 'run' && (
        <button type="button" onClick={() => void copy(true)}>
          Copy for embedding
        </button>
      )}{' '}
      <span role="status" class="quiet">
        {said}
      </span>
    </span>
  );
}
