import type { JSX } from 'preact';
import { useStore } from './state/store.ts';
import type { Session } from './state/session.ts';
import { PanelTabs } from './ui/panel-tabs.tsx';
import { SlotView } from './ui/slot-view.tsx';
import { SourceChooser } from './ui/source-chooser.tsx';

/** The page: where a matrix comes from, and the panels about it. */
export function App({ session }: { readonly session: Session }): JSX.Element {
  const matrix = useStore(session.slots.matrix.state);
  const beside = useStore(session.slots.beside.state);
  return (
    <>
      <header class="page-header">
        <h1>spmv</h1>
        <p>
          Sparse matrices: see one, store it, multiply with it. Everything happens in this browser; nothing is sent
          anywhere.
        </p>
      </header>
      <main>
        <SourceChooser session={session} side="matrix" />
        <SlotView state={matrix} label="matrix" onClose={() => session.close('matrix')} />
        {beside.status !== 'empty' && (
          <SlotView state={beside} label="second matrix" onClose={() => session.close('beside')} />
        )}
        {matrix.status === 'loaded' && (
          <PanelTabs
            session={session}
            matrix={matrix.matrix}
            beside={beside.status === 'loaded' ? beside.matrix : undefined}
          />
        )}
      </main>
    </>
  );
}
