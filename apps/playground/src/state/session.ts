import type { MatrixSource, SourceName } from '../matrix/source.ts';
import { isLocal, nameOfSource, sourceOfName } from '../matrix/source.ts';
import type { BundledMatrix } from './bundled.ts';
import type { Place } from './place.ts';
import { fragmentOf, placeOf } from './place.ts';
import type { Slot } from './slot.ts';
import { createSlot } from './slot.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';

/** The first matrix, or the one beside it. */
export type Side = 'matrix' | 'beside';

/** The state of the page: where it is, and the matrices there. */
export interface Session {
  readonly place: Store<Place>;
  readonly slots: Readonly<Record<Side, Slot>>;
  readonly bundled: readonly BundledMatrix[];
  /** Opens a matrix and puts its name into the address. */
  open(side: Side, source: MatrixSource): void;
  close(side: Side): void;
  /** Changes the address; matrices that it names are opened. */
  go(next: Place): void;
}

/** The part of `window` that is used. */
export interface Browser {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { replaceState(data: null, unused: '', url: string): void };
  addEventListener(type: 'hashchange', listener: () => void): void;
}

const NOT_HERE = {
  code: 'PAGE.LOCAL_FILE',
  message: 'This link names a file of the device it was made on, and an address holds no file.',
  fix: 'Drop the file here again, or link to a bundled matrix or a generator.',
};

/** Keeps the address and the matrices in step. */
export function createSession(browser: Browser, bundled: readonly BundledMatrix[]): Session {
  const place = createStore(placeOf(browser.location.hash));
  const slots: Readonly<Record<Side, Slot>> = { matrix: createSlot(), beside: createSlot() };
  const urls = new Map(bundled.map(({ name, url }) => [name, url]));

  function write(next: Place): void {
    place.set(next);
    const { pathname, search } = browser.location;
    browser.history.replaceState(null, '', `${pathname}${search}${fragmentOf(next)}`);
  }

  function follow(side: Side, name: SourceName): void {
    const { state, open, clear, fail } = slots[side];
    const now = state.get();
    if (name === (now.status === 'empty' ? '' : now.name)) return;
    const source = sourceOfName(name, urls);
    if (source) open(source);
    else if (isLocal(name)) fail(name, { ...NOT_HERE, message: `${NOT_HERE.message} (${name.slice('file:'.length)})` });
    else clear();
  }

  function go(next: Place): void {
    write(next);
    follow('matrix', next.matrix);
    follow('beside', next.beside);
  }

  browser.addEventListener('hashchange', () => go(placeOf(browser.location.hash)));
  go(place.get());
  return {
    place,
    slots,
    bundled,
    open(side, source) {
      slots[side].open(source);
      write({ ...place.get(), [side]: nameOfSource(source) });
    },
    close(side) {
      slots[side].clear();
      write({ ...place.get(), [side]: '' });
    },
    go,
  };
}
