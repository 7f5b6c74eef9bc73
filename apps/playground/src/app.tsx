import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { panelAt } from './panels.ts';
import { aboutMatrix } from './state/about.ts';
import type { Session, Side } from './state/session.ts';
import { useStore } from './state/store.ts';
import { Examples } from './ui/examples.tsx';
import { focusSoon } from './ui/focus-soon.ts';
import { LinkButton } from './ui/link-button.tsx';
import { PanelTabs } from './ui/panel-tabs.tsx';
import { SlotView } from './ui/slot-view.tsx';
import { SourceChooser } from './ui/source-chooser.tsx';
import { ThemeChooser } from './ui/theme-chooser.tsx';
import { DroppedView } from './ui/dropped-view.tsx';
import { useDrop } from './ui/use-drop.ts';

/** The page: where a matrix comes from, and the panels about it. */
export function App({ session }: { readonly session: Session }): JSX.Element {
  const matrix = useStore(session.slots.matrix.state);
  const beside = useStore(session.slots.beside.state);
  const place = useStore(session.place);
  const dropped = useDrop(session);
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
  return (
    <>
      <header class="page-header">
        <h1>spmv</h1>
        <p>
          Drop a sparse matrix: see it, and what every format stores of it. All of it happens in this browser; nothing
          is sent anywhere.
        </p>
        <nav aria-label="Site">
          <a href="guide/">Documentation</a>
          <ThemeChooser />
        </nav>
      </header>
      <main>
        <SourceChooser session={session} side="matrix" />
        <DroppedView {...dropped} />
        <SlotView
          state={matrix}
          label="matrix"
          about={aboutMatrix(place.matrix, session.bundled.matrices)}
          onClose={() => close('matrix')}
        />
        {matrix.status === 'empty' && <Examples />}
        {matrix.status === 'loaded' && (
          <>
            <details class="chosen" open={beside.status !== 'empty'}>
              <summary>Compare with a second matrix</summary>
              <SourceChooser session={session} side="beside" />
            </details>
            <SlotView
              state={beside}
              label="second matrix"
              about={aboutMatrix(place.beside, session.bundled.matrices)}
              onClose={() => close('beside')}
            />
            <LinkButton place={place} />
            <PanelTabs
              session={session}
              matrix={matrix.matrix}
              beside={beside.status === 'loaded' ? beside.matrix : undefined}
            />
          </>
        )}
      </main>
    </>
  );
}
