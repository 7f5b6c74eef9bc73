import type { ComponentType, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import type { PanelProps } from '../panel.ts';
import { panelAt, PANELS } from '../panels.ts';
import type { Choices } from '../state/place.ts';
import { choicesOf, fragmentOf, withChoices } from '../state/place.ts';
import type { PageSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

interface Props {
  readonly session: PageSession;
  readonly matrix: HeldMatrix;
  readonly beside: HeldMatrix | undefined;
}

type Loaded =
  | { readonly id: string; readonly Panel: ComponentType<PanelProps> }
  | { readonly id: string; readonly error: string };

/** Tabs as the ARIA practices have them: arrows move, and what is moved to opens. */
export function PanelTabs({ session, matrix, beside }: Props): JSX.Element {
  const place = useStore(session.place);
  const open = panelAt(place.panel);
  const [loaded, setLoaded] = useState<Loaded>();
  const choices = choicesOf(place, open?.id ?? '');
  const isBeside = beside !== undefined && open?.showsBoth !== true && choices['of'] === 'beside';
  const shown = isBeside ? beside : matrix;
  const name = isBeside ? place.beside : place.matrix;
  const belongings = useMemo(() => session.shelf.of(name), [session, name]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    let current = true;
    open.load().then(
      ({ Panel }) => current && setLoaded({ id: open.id, Panel }),
      (error: unknown) => current && setLoaded({ id: open.id, error: String(error) }),
    );
    return () => {
      current = false;
    };
  }, [open]);
  if (!open) return <></>;

  const show = (id: string): void => session.visit({ ...session.place.get(), panel: id });
  const choose = (changed: Choices): void => session.go(withChoices(session.place.get(), open.id, changed));
  const linkTo = (panel: string, chosen: Choices): string =>
    fragmentOf(withChoices({ ...place, panel }, panel, chosen));
  function onKeyDown(event: KeyboardEvent): void {
    const at = PANELS.findIndex(({ id }) => id === open?.id);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 }[event.key];
    const next = to === undefined ? undefined : PANELS[(to + PANELS.length) % PANELS.length];
    if (!next) return;
    event.preventDefault();
    show(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  }

  return (
    <section class="panels" aria-label="About the matrix">
      <div role="tablist" aria-label="Panels" class="tabs" ref={list} onKeyDown={onKeyDown}>
        {PANELS.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === open.id}
            aria-controls="panel"
            tabIndex={id === open.id ? 0 : -1}
            onClick={() => show(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${open.id}`} tabIndex={0}>
        {loaded?.id !== open.id ? (
          <p class="quiet">Loading this panel…</p>
        ) : 'error' in loaded ? (
          <p role="alert">This panel could not be loaded: {loaded.error}. Reload the page.</p>
        ) : (
          <>
            {beside && open.showsBoth !== true && (
              <label class="of-which">
                <span>Of which matrix</span>
                <select
                  value={isBeside ? 'beside' : ''}
                  onChange={({ currentTarget }) => choose({ of: currentTarget.value })}
                >
                  <option value="">{matrix.summary.name}</option>
                  <option value="beside">{beside.summary.name}</option>
                </select>
              </label>
            )}
            <loaded.Panel
              key={name}
              matrix={shown}
              source={name}
              beside={beside}
              belongings={belongings}
              choices={choices}
              choose={choose}
              linkTo={linkTo}
              reload={session.reload}
            />
          </>
        )}
      </div>
    </section>
  );
}
