import type { Finder, Found } from './finder.ts';

/** The box in the head of every page: words find places, arrows choose one, Enter goes there, `/` leads to the box. */
export function startSearch(page: Document): void {
  const box = page.querySelector<HTMLInputElement>('#site-query');
  const list = page.querySelector<HTMLElement>('#site-found');
  const count = page.querySelector<HTMLElement>('#site-count');
  const region = page.querySelector<HTMLElement>('search');
  const { index = '', root = '' } = page.body.dataset;
  if (box === null || list === null || count === null || region === null) return;
  region.hidden = false;
  const state: { finder?: Promise<Finder>; chosen: number } = { chosen: -1 };

  // What finds, and the index, are loaded when somebody comes to search.
  const finder = (): Promise<Finder> =>
    (state.finder ??= import('./finder.ts').then(({ loadFinder }) => loadFinder(index)));

  const close = (): void => {
    list.hidden = true;
    box.setAttribute('aria-expanded', 'false');
    box.removeAttribute('aria-activedescendant');
    state.chosen = -1;
  };

  const choose = (at: number): void => {
    const options = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    if (options.length === 0) return;
    state.chosen = (at + options.length) % options.length;
    for (const [place, option] of options.entries())
      option.setAttribute('aria-selected', String(place === state.chosen));
    const option = options[state.chosen];
    box.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  };

  const show = (found: readonly Found[], words: string): void => {
    list.replaceChildren(...found.map((each, at) => optionOf(page, each, at, root)));
    list.hidden = found.length === 0;
    box.setAttribute('aria-expanded', String(found.length > 0));
    box.removeAttribute('aria-activedescendant');
    state.chosen = -1;
    count.textContent = words === '' ? '' : found.length === 0 ? `Nothing found for ${words}` : `${found.length} found`;
    count.classList.toggle('hidden', words === '' || found.length > 0);
  };

  const search = async (): Promise<void> => {
    const words = box.value.trim();
    try {
      const found = words === '' ? [] : (await finder())(words);
      if (words === box.value.trim()) show(found, words);
    } catch (error) {
      delete state.finder;
      count.textContent = `The index could not be loaded (${error instanceof Error ? error.message : String(error)}). Try again.`;
      count.classList.remove('hidden');
    }
  };

  box.addEventListener('focus', () => void finder().catch(() => delete state.finder));
  box.addEventListener('input', () => void search());
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(state.chosen + 1);
    else if (event.key === 'ArrowUp') choose(state.chosen < 0 ? -1 : state.chosen - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter')
      list.querySelectorAll<HTMLAnchorElement>('[role=option]')[Math.max(state.chosen, 0)]?.click();
    else return;
    event.preventDefault();
  });
  region.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !region.contains(relatedTarget)) close();
  });
  page.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    box.focus();
  });
}

function optionOf(
  page: Document,
  { address, title, heading, excerpt, part }: Found,
  at: number,
  root: string,
): HTMLAnchorElement {
  const option = page.createElement('a');
  option.id = `site-found-${at}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.href = root + address;
  option.tabIndex = -1;
  const name = page.createElement('b');
  name.textContent = heading === '' || part === 'API' ? title : heading;
  const where = page.createElement('small');
  where.textContent = heading === '' ? part : part === 'API' ? `${part} · ${heading}` : `${part} · ${title}`;
  const text = page.createElement('span');
  text.textContent = excerpt;
  option.append(name, ' ', where, ' ', text);
  return option;
}
