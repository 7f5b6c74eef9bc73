/** Parts of Chromium that are left out: what asks a network, and the pages of its address bar, which cost each window four times what a small page does. */
const WITHOUT = ['MediaRouter', 'OptimizationHints', 'Translate', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Chromium is started with, for tests and for pictures. `without`: further parts that are left out; of this flag the last alone counts. */
export function chromiumFlags(...without: readonly string[]): string[] {
  return [
    '--no-sandbox',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...WITHOUT, ...without].join(',')}`,
  ];
}
