/** What a person may ask for; the system decides where they do not. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
export type Theme = (typeof THEMES)[number];

/** Shared with the documents, which are part of the same site. */
const KEY = 'spmv-theme';

/** What was asked for before, on this device. Storage may be switched off. */
export function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme, and keeps it where the browser allows. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this visit.
  }
}

/** Calls `listener` when colours change, until the function it returns is called. */
export function onThemeChange(listener: () => void): () => void {
  const systems = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia(query));
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  for (const system of systems) system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    for (const system of systems) system.removeEventListener('change', listener);
  };
}
