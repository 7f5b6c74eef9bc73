import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PageSession, Side } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { GeneratorForm } from './generator-form.tsx';
import type { OpenFiles } from './use-drop.ts';

interface Props {
  readonly session: PageSession;
  readonly side: Side;
  readonly openFiles: OpenFiles;
}

function FileInput({ side, openFiles }: Props): JSX.Element {
  return (
    <label class="drop">
      <span>Matrix Market (.mtx, .mtx.gz), SuiteSparse archive (.tar.gz), SciPy .npz and others</span>
      <input
        type="file"
        onChange={({ currentTarget }) => {
          openFiles([...(currentTarget.files ?? [])], side);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function Pasted({ session, side }: Props): JSX.Element {
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <details>
      <summary>Paste text</summary>
      <label>
        <span>Matrix Market text</span>
        <textarea
          ref={text}
          spellcheck={false}
          placeholder={'%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 4.0\n2 2 5.0'}
        />
      </label>
      <button type="button" onClick={() => session.open(side, { kind: 'pasted', text: text.current?.value ?? '' })}>
        Read this text
      </button>
    </details>
  );
}

function Bundled({ session, side }: Props): JSX.Element {
  const { [side]: name } = useStore(session.place);
  const { matrices, missing } = session.bundled;
  const [picked, pick] = useState({ besides: name, value: '' });
  if (missing !== undefined)
    return (
      <p role="alert">
        The matrices that come with this page are not there: {missing}. Files, text and generators work; reload the page
        to ask again.
      </p>
    );
  // What was picked while another matrix was open is of no matter.
  const value = picked.besides === name && picked.value !== '' ? picked.value : name;
  const found = matrices.find((each) => each.name === value);
  return (
    <>
      <label>
        <span>From the SuiteSparse collection, with this page</span>
        <select
          value={found?.name ?? ''}
          onChange={({ currentTarget }) => pick({ besides: name, value: currentTarget.value })}
        >
          <option value="">choose…</option>
          {matrices.map(({ name: each, why }) => (
            <option key={each} value={each}>
              {each}: {why}
            </option>
          ))}
        </select>
      </label>
      {/* Not at once: a key that moves in the list changes the select at each step. */}
      <button
        type="button"
        class="open-bundled"
        disabled={!found}
        onClick={() => found && session.open(side, { kind: 'bundled', name: found.name, url: found.url })}
      >
        Open
      </button>
    </>
  );
}

/**
 * Where a matrix comes from: a file, pasted text, one that comes with the page, a generator. The place to drop is large while there is no matrix; the form of
 * a generator that has made one stands beside its figures instead.
 */
export function SourceChooser(props: Props): JSX.Element {
  const { session, side } = props;
  const { [side]: name } = useStore(session.place);
  const title = side === 'matrix' ? 'Choose a matrix' : 'Choose a second matrix';
  return (
    <form
      class={name === '' && side === 'matrix' ? 'chooser first' : 'chooser'}
      data-side={side}
      aria-label={title}
      onSubmit={(event) => event.preventDefault()}
    >
      <section class="files">
        <h2>{side === 'matrix' ? 'Drop a file anywhere, or choose one' : 'Drop a file here, or choose one'}</h2>
        <FileInput {...props} />
        <Pasted {...props} />
      </section>
      <section>
        <h2>A matrix from practice</h2>
        <Bundled {...props} />
      </section>
      {!name.startsWith('gen:') && (
        <section>
          <h2>One that is made</h2>
          <GeneratorForm {...props} />
        </section>
      )}
    </form>
  );
}
