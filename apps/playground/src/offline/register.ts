/** Resolves once the service worker answers for this site: from the next load on the page is isolated. */
export async function isolating(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** Keeps the page for visits without a network, and isolates it; whether it will. Where a browser has no service workers the page works all the same, online. */
export async function registerServiceWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    return Boolean(await navigator.serviceWorker.register('sw.js'));
  } catch {
    return false;
  }
}
