import { LASTING } from '../panels.ts';
import type { MatrixSource, SourceName } from '../matrix/source.ts';
import { carriedName, isLocal, nameOfSource, sourceOfName } from '../matrix/source.ts';
import type { Shelf } from './belongings.ts';
import { createShelf } from './belongings.ts';
import type { Bundled } from './bundled.ts';
import type { Place } from './place.ts';
import { fragmentOf, placeOf, withOnly } from './place.ts';
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
  readonly bundled: Bundled;
  readonly shelf: Shelf;
  /** Opens a matrix and puts its name into the address. */
  open(side: Side, source: MatrixSource): void;
  close(side: Side): void;
  /** Reads the file or text of a side again as if it began with this line. */
  assume(side: Side, banner: string): void;
  /** Changes the address in place: what a panel keeps. Matrices that it names are opened. */
  go(next: Place): void;
  /** Where others can come to: small matrices of this device are carried in its names. `whole`: the names of those, here; `left`: of those that are not. */
  shared(): Promise<{
    readonly fragment: string;
    readonly whole: readonly SourceName[];
    readonly left: readonly SourceName[];
  }>;
  /** The same as a step of the history, from which *Back* leads here again. */
  visit(next: Place): void;
}

/** The part of `window` that is used. */
export interface Browser {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: Readonly<Record<'pushState' | 'replaceState', (data: null, unused: '', url: string) => void>>;
  addEventListener(type: 'hashchange', listener: () => void): void;
}

const NOT_HERE = {
  code: 'PAGE.LOCAL_FILE',
  message: 'This link names a file of the device it was made on, and an address holds no file.',
  fix: 'Drop the file here again, or link to a bundled matrix or a generator.',
};

/** Choices that tell of the second matrix. */
const OF_BESIDE = /\.(?:of|viewBeside)$/u;

/** Keeps the address and the matrices in step. */
export function createSession(browser: Browser, bundled: Bundled): Session {
  const place = createStore(placeOf(browser.location.hash));
  const slots: Readonly<Record<Side, Slot>> = { matrix: createSlot(), beside: createSlot() };
  const shelf = createShelf();
  const urls = new Map(bundled.matrices.map(({ name, url }) => [name, url]));

  /** What was dropped or pasted in this visit, by name: no address holds it, and *Back* finds it here. */
  const local = new Map<SourceName, MatrixSource>();

  function write(next: Place, how: 'pushState' | 'replaceState'): void {
    const changed = fragmentOf(next) !== fragmentOf(place.get());
    place.set(next);
    const { pathname, search } = browser.location;
    if (!changed && how === 'pushState') return;
    try {
      browser.history[how](null, '', `${pathname}${search}${fragmentOf(next)}`);
    } catch {
      // Browsers refuse an address that changes too often, as by a slider: the next change is in time.
    }
  }

  /** A name of its own for what is dropped or pasted. */
  function named(source: MatrixSource): MatrixSource {
    if (source.kind !== 'file' && source.kind !== 'pasted') return source;
    let found = source;
    for (let again = 2; local.has(nameOfSource(found)); again++) found = { ...source, again };
    local.set(nameOfSource(found), found);
    return found;
  }

  function follow(side: Side, name: SourceName): void {
    const { state, open, clear, fail } = slots[side];
    const now = state.get();
    if (name === (now.status === 'empty' ? '' : now.name)) return;
    const source = local.get(name) ?? sourceOfName(name, urls);
    if (source) open(source);
    else if (isLocal(name)) fail(name, { ...NOT_HERE, message: `${NOT_HERE.message} (${name.slice('file:'.length)})` });
    else clear();
  }

  function move(next: Place, how: 'pushState' | 'replaceState'): void {
    write(next, how);
    follow('matrix', next.matrix);
    follow('beside', next.beside);
  }
  const go = (next: Place): void => move(next, 'replaceState');
  /** Sliders make the same matrix over and over: that is one step. */
  const isSame = (a: SourceName, b: SourceName): boolean =>
    a.startsWith('gen:') && a.split('?', 1)[0] === b.split('?', 1)[0];

  /** The place without what was chosen of the matrix on a side: a row or a step of it means nothing in another. */
  const without = (side: Side): Place =>
    withOnly(place.get(), (name) => (side === 'matrix' ? LASTING.has(name) : !OF_BESIDE.test(name)));

  browser.addEventListener('hashchange', () => go(placeOf(browser.location.hash)));
  go(place.get());
  return {
    place,
    slots,
    bundled,
    shelf,
    open(side, given) {
      const source = named(given);
      const name = nameOfSource(source);
      slots[side].open(source);
      const now = place.get();
      const same = isSame(name, now[side]);
      write({ ...(same ? now : without(side)), [side]: name }, same ? 'replaceState' : 'pushState');
    },
    assume(side, banner) {
      const name = place.get()[side];
      const source = local.get(name) ?? sourceOfName(name, urls);
      if (source?.kind !== 'file' && source?.kind !== 'pasted') return;
      local.set(name, { ...source, banner });
      slots[side].open({ ...source, banner });
    },
    close(side) {
      slots[side].clear();
      shelf.drop(place.get()[side]);
      write({ ...without(side), [side]: '' }, 'pushState');
    },
    go,
    visit: (next) => move(next, 'pushState'),
    async shared() {
      const now = place.get();
      const carried = async (name: SourceName): Promise<SourceName> => {
        const source = local.get(name);
        return (source && (await carriedName(source))) ?? name;
      };
      const [matrix, beside] = await Promise.all([carried(now.matrix), carried(now.beside)]);
      return {
        fragment: fragmentOf({ ...now, matrix, beside }),
        whole: [...new Set([now.matrix, now.beside])].filter((name) => name !== matrix && name !== beside),
        left: [matrix, beside].filter(isLocal),
      };
    },
  };
}
