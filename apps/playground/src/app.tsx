import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shownName } from './matrix/source.ts';
import { panelAt } from './panels.ts';
import { aboutMatrix } from './state/about.ts';
import { fragmentOf } from './state/place.ts';
import type { PageSession, Side } from './state/session.ts';
import { useStore } from './state/store.ts';
import { focusSoon } from './ui/focus-soon.ts';
import { GeneratorForm } from './ui/generator-form.tsx';
import { Lessons } from './ui/lessons.tsx';
import { keepFocus } from './ui/keep-focus.ts';
import { LinkButton } from './ui/link-button.tsx';
import { PanelTabs } from './ui/panel-tabs.tsx';
import { SlotView } from './ui/slot-view.tsx';
import { SourceChooser } from './ui/source-chooser.tsx';
import { Steps } from './ui/steps.tsx';
import { ThemeChooser } from './ui/theme-chooser.tsx';
import { DroppedView } from './ui/dropped-view.tsx';
import { useDrop } from './ui/use-drop.ts';

/** The page: where a matrix comes from, and the panels about it. */
export function App({
  session,
  isEmbedded,
}: {
  readonly session: PageSession;
  /** Shown in a page of others: the panel alone, with a way to the whole page. */
  readonly isEmbedded: boolean;
}): JSX.Element {
  const matrix = useStore(session.slots.matrix.state);
  const beside = useStore(session.slots.beside.state);
  const place = useStore(session.place);
  const [dropped, openFiles] = useDrop(session);
  function close(side: Side): void {
    session.close(side);
    focusSoon(`.chooser[data-side=${side}] input[type=file]`);
  }
  useEffect(() => {
    // The panel is fetched while the matrix is read.
    if (matrix.status === 'loading')
      panelAt(place.panel)
        ?.load()
        .catch(() => undefined);
  }, [matrix.status]);
  useEffect(keepFocus, []);
  const isEmpty = matrix.status === 'empty';
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // What was chosen is gone; the first button of what is there instead would close it again.
    if (wasEmpty.current && !isEmpty) focusSoon('.matrix-name');
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const [ownTitle] = useState(document.title);
  const title = matrix.status === 'empty' ? '' : `${shownName(matrix.name)} · `;
  useEffect(() => {
    document.title = `${title}${ownTitle}`;
  }, [title]);
  const isOpen = isEmpty || matrix.status === 'failed';
  const [beganEmpty] = useState(isEmpty);
  return (
    <>
      <header class="page-header">
        <a
          class="skip"
          href={fragmentOf(place)}
          onClick={(event) => {
            event.preventDefault();
            focusSoon(isEmpty ? 'main' : '.matrix-name');
          }}
        >
          Skip to the matrix
        </a>
        <a class="brand" href="#">
          spmv
        </a>
        <nav aria-label="Site">
          <a href="guide/">Documentation</a>
          <ThemeChooser />
        </nav>
      </header>
      <main class={isEmpty ? 'welcome' : ''} tabIndex={-1}>
        <h1 class={isEmpty ? '' : 'sr-only'}>Which storage format makes your sparse matrix fast?</h1>
        {isEmpty && (
          <>
            <p class="promise">
              Find out here, in this browser. <strong>Nothing is uploaded.</strong>
            </p>
            <Steps />
          </>
        )}
        <DroppedView {...dropped} />
        <SlotView
          state={matrix}
          label="matrix"
          about={aboutMatrix(place.matrix, session.bundled.matrices)}
          onClose={() => close('matrix')}
          onAssume={(banner) => session.assume('matrix', banner)}
        />
        {place.matrix.startsWith('gen:') && (
          <div class="made">
            <GeneratorForm session={session} side="matrix" />
          </div>
        )}
        <div class="tools">
          {/* It folds once it has done its work. */}
          <details key={place.matrix} class="chosen" open={isOpen}>
            <summary hidden={isEmpty}>Another matrix</summary>
            <SourceChooser session={session} side="matrix" openFiles={openFiles} />
          </details>
          {matrix.status === 'loaded' && (
            <>
              <details key={place.beside} class="chosen" open={beside.status === 'failed'}>
                <summary>{beside.status === 'empty' ? 'A second matrix' : 'Another second matrix'}</summary>
                <SourceChooser session={session} side="beside" openFiles={openFiles} />
              </details>
              <LinkButton session={session} />
            </>
          )}
        </div>
        {isEmpty && <Lessons matrices={session.bundled.matrices} />}
        {matrix.status === 'loaded' && (
          <>
            <SlotView
              state={beside}
              label="second matrix"
              about={aboutMatrix(place.beside, session.bundled.matrices)}
              onClose={() => close('beside')}
              onAssume={(banner) => session.assume('beside', banner)}
            />
            {place.beside.startsWith('gen:') && (
              <div class="made">
                <GeneratorForm session={session} side="beside" />
              </div>
            )}
            <PanelTabs
              session={session}
              matrix={matrix.matrix}
              beside={beside.status === 'loaded' ? beside.matrix : undefined}
            />
          </>
        )}
        {isEmbedded && (
          <p class="whole">
            {beganEmpty && !isEmpty && (
              <button type="button" onClick={() => close('matrix')}>
                Choose another matrix
              </button>
            )}{' '}
            <a href={`${location.pathname}${fragmentOf(place)}`} target="_blank" rel="noopener">
              Open it in a page of its own
            </a>
          </p>
        )}
      </main>
    </>
  );
}
