/** What does not scroll is no stop of the Tab key. */
export function leaveUnscrolled(page: Document): void {
  const boxes = [...page.querySelectorAll<HTMLElement>('.scroll, pre')];
  const look = (): void => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
  };
  look();
  addEventListener('resize', look);
}
