/** Moves the focus to what is drawn next, in place of a button that is gone: without it the keyboard would begin at the top again. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus()));
}
