/** Milliseconds for which a button says what it has done. */
const SAID_MS = 2000;

/** A button beside each piece of code that copies it, where the browser lets pages copy. */
export function startCopying(page: Document): void {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) return;
  for (const code of page.querySelectorAll<HTMLElement>('article pre > code')) {
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const say = (text: string): void => {
        button.textContent = text;
        setTimeout(() => {
          button.textContent = 'Copy';
        }, SAID_MS);
      };
      clipboard.writeText(code.textContent).then(
        () => say('Copied'),
        () => say('Not allowed'),
      );
    });
    code.parentElement?.before(button);
  }
}
