import { LASTING } from '../panels.ts';
import type { PageMatrixSource, SourceName } from '../matrix/source.ts';
import { carriedName, isLocal, nameOfSource, shownName, sourceOfName } from '../matrix/source.ts';
import { keepFiles } from '../offline/kept-files.ts';
import { isolating } from '../offline/register.ts';
import type { Shelf } from './belongings.ts';
import { createShelf } from './belongings.ts';
import type { Bundled } from './bundled.ts';
import type { AddressState } from './place.ts';
import { fragmentOf, placeOf, withOnly } from './place.ts';
import type { Slot } from './slot.ts';
import { createSlot } from './slot.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';

/** The first matrix, or the one beside it. */
export type Side = 'matrix' | 'beside';

/** The state of the page: where it is, and the matrices there. */
export interface PageSession {
  readonly place: Store<AddressState>;
  readonly slots: Readonly<Record<Side, Slot>>;
  readonly bundled: Bundled;
  readonly shelf: Shelf;
  /** Opens a matrix and puts its name into the address. */
  open(side: Side, source: PageMatrixSource): void;
  close(side: Side): void;
  /** Reads the file or text of a side again as if it began with this line. */
  assume(side: Side, banner: string): void;
  /** Changes the address in place: what a panel keeps. Matrices that it names are opened. */
  go(next: AddressState): void;
  /** Where others can come to, by which the address holds small matrices of this device. `whole`: the names of those, here; `left`: of those that are not. */
  shared(): Promise<{
    readonly fragment: string;
    readonly whole: readonly SourceName[];
    readonly left: readonly SourceName[];
  }>;
  /** The same as a step of the history, from which *Back* leads here again. */
  visit(next: AddressState): void;
  /** Loads the page anew, isolated by its service worker, with the files that are shown. Rejects where there is no room to keep them meanwhile. */
  reload(): Promise<void>;
}

/** The part of `window` that is used. */
export interface Browser {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string; reload(): void };
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
/** A choice that names a matrix which may be of this device. */
const FROM = /\.from$/u;

/** Keeps the address and the matrices in step. `local`: what was dropped or pasted in this visit, by name. */
export function createSession(
  browser: Browser,
  bundled: Bundled,
  local: Map<SourceName, PageMatrixSource>,
): PageSession {
  const place = createStore(placeOf(browser.location.hash));
  const slots: Readonly<Record<Side, Slot>> = { matrix: createSlot(), beside: createSlot() };
  const shelf = createShelf();
  const urls = new Map(bundled.matrices.map(({ name, url }) => [name, url]));

  /** Names by which the address holds small ones of these. */
  const carried = new Map<SourceName, SourceName>();
  const own = { carrying: Promise.resolve() };

  /** The fragment of a place, small files in it, so that the address alone opens them. */
  function addressOf(next: AddressState): string {
    const held = (name: SourceName): SourceName => carried.get(name) ?? name;
    return fragmentOf({ ...next, matrix: held(next.matrix), beside: held(next.beside) });
  }
  /** The place of the address, what is open here by the name that it has here. */
  function placeHere(): AddressState {
    const found = placeOf(browser.location.hash);
    const here = (name: SourceName): SourceName => [...carried].find(([, text]) => text === name)?.[0] ?? name;
    return { ...found, matrix: here(found.matrix), beside: here(found.beside) };
  }

  function write(next: AddressState, how: 'pushState' | 'replaceState'): void {
    const changed = fragmentOf(next) !== fragmentOf(place.get());
    place.set(next);
    const { pathname, search } = browser.location;
    if (!changed && how === 'pushState') return;
    try {
      browser.history[how](null, '', `${pathname}${search}${addressOf(next)}`);
    } catch {
      // Browsers refuse an address that changes too often, as by a slider: the next change is in time.
    }
  }

  /** Has the address hold what was opened, where that is small. */
  async function carry(name: SourceName, source: PageMatrixSource, before: Promise<void>): Promise<void> {
    const text = await carriedName(source).catch(() => undefined);
    await before;
    if (text === undefined) carried.delete(name);
    else carried.set(name, text);
    const { matrix, beside } = place.get();
    if (name === matrix || name === beside) write(place.get(), 'replaceState');
  }
  function hold(name: SourceName, source: PageMatrixSource): void {
    local.set(name, source);
    own.carrying = carry(name, source, own.carrying);
  }

  /** A name of its own for what is dropped or pasted. */
  function named(source: PageMatrixSource): PageMatrixSource {
    if (source.kind !== 'file' && source.kind !== 'pasted') return source;
    let found = source;
    for (let again = 2; local.has(nameOfSource(found)); again++) found = { ...source, again };
    hold(nameOfSource(found), found);
    return found;
  }

  function follow(side: Side, name: SourceName): void {
    const { state, open, clear, fail } = slots[side];
    const now = state.get();
    if (name === (now.status === 'empty' ? '' : now.name)) return;
    const source = local.get(name) ?? sourceOfName(name, urls);
    if (source) open(source);
    else if (isLocal(name)) fail(name, { ...NOT_HERE, message: `${NOT_HERE.message} (${shownName(name)})` });
    else clear();
  }

  function move(next: AddressState, how: 'pushState' | 'replaceState'): void {
    write(next, how);
    follow('matrix', next.matrix);
    follow('beside', next.beside);
  }
  const go = (next: AddressState): void => move(next, 'replaceState');
  /** Sliders make the same matrix over and over: that is one step. */
  const isSame = (a: SourceName, b: SourceName): boolean =>
    a.startsWith('gen:') && a.split('?', 1)[0] === b.split('?', 1)[0];

  /** The place without what was chosen of the matrix on a side: a row or a step of it means nothing in another. */
  const without = (side: Side): AddressState =>
    withOnly(place.get(), (name) => (side === 'matrix' ? LASTING.has(name) : !OF_BESIDE.test(name)));

  browser.addEventListener('hashchange', () => go(placeHere()));
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
      hold(name, { ...source, banner });
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
      await own.carrying;
      const now = place.get();
      const names = [...new Set([now.matrix, now.beside])];
      return {
        fragment: addressOf(withOnly(now, (name) => !FROM.test(name))),
        whole: names.filter((name) => carried.has(name)),
        left: names.filter((name) => isLocal(name) && !carried.has(name)),
      };
    },
    async reload() {
      const { matrix, beside } = place.get();
      await keepFiles(new Map([...local].filter(([name]) => name === matrix || name === beside)));
      await isolating();
      browser.location.reload();
    },
  };
}
