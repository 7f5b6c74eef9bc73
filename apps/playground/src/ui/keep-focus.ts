/** What the Tab key stops at. */
const STOPS =
  ':is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]):not([tabindex="-1"])';

function isUsable(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

/** An element and all that are around it, from the inside out. */
function withParents(element: Element): readonly Element[] {
  const found = [element];
  for (let { parentElement } = element; parentElement; { parentElement } = parentElement) found.push(parentElement);
  return found;
}

/**
 * Keeps the place of those who use a keyboard: where what has the focus is taken away, hidden or switched off by what it did, the first stop of what was around it has it then,
 * and not the top of the page. Until the function that it gives is called.
 */
export function keepFocus(): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const own: { places: readonly Element[] } = { places: [] };
  const look = (): void => {
    const [last, ...around] = own.places;
    const { activeElement: now } = document;
    if (!last || isUsable(last) || (now !== last && now !== document.body)) return;
    for (const place of around) {
      const next = [...place.querySelectorAll<HTMLElement>(STOPS)].find(isUsable);
      if (place.isConnected && next) return next.focus({ preventScroll: true });
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'open'] });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      own.places = target instanceof Element ? withParents(target) : [];
    },
    { signal },
  );
  // Who points elsewhere has left it.
  document.addEventListener('pointerdown', () => (own.places = []), { signal });
  return () => {
    ends.abort();
    observer.disconnect();
  };
}
