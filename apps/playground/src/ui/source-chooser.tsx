import type { JSX } from 'preact';
import type { Session, Side } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { nameOfSource } from '../matrix/source.ts';

interface Props {
  readonly session: Session;
  readonly side: Side;
}

/** Where a matrix comes from: a file, pasted text, one that comes with the page. */
export function SourceChooser({ session, side }: Props): JSX.Element {
  const { [side]: name } = useStore(session.place);
  return (
    <form class="chooser" aria-label="Choose a matrix" onSubmit={(event) => event.preventDefault()}>
      <label>
        File
        <input
          type="file"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) session.open(side, { kind: 'file', file });
            currentTarget.value = '';
          }}
        />
      </label>
      <label>
        Comes with the page
        <select
          value={name}
          onChange={({ currentTarget }) => {
            const found = session.bundled.find((each) => each.name === currentTarget.value);
            if (found) session.open(side, { kind: 'bundled', name: found.name, url: found.url });
          }}
        >
          <option value="">choose…</option>
          {session.bundled.map((each) => (
            <option key={each.name} value={each.name}>
              {nameOfSource({ kind: 'bundled', ...each })}: {each.why}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
