import { storeTheme } from './stored-theme.ts';

const THEMES = ['system', 'light', 'dark'] as const;

/** A button that goes through system, light and dark, and keeps the choice. */
export function startThemes(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('button.theme');
  if (button === null) return;
  button.hidden = false;
  const current = (): (typeof THEMES)[number] =>
    THEMES.find((theme) => theme === page.documentElement.dataset['theme']) ?? 'system';
  const show = (): void => {
    button.textContent = `Theme: ${current()}`;
  };
  button.addEventListener('click', () => {
    const next = THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length] ?? 'system';
    if (next === 'system') {
      delete page.documentElement.dataset['theme'];
      storeTheme(undefined);
    } else {
      page.documentElement.dataset['theme'] = next;
      storeTheme(next);
    }
    show();
  });
  show();
}
