const KEY = 'spmv-theme';

/** The theme that was chosen, or `null`; a browser that keeps nothing for this site has none. */
export function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps the choice where the browser allows it; elsewhere it lasts as long as the page. */
export function storeTheme(theme: string | undefined): void {
  try {
    if (theme === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Nothing is kept, as the person told the browser.
  }
}
