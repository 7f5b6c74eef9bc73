/** Keeps the page for visits without a network, and isolates it; whether it will. Where a browser has no service workers the page works all the same, online. */
export async function registerServiceWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    return Boolean(await navigator.serviceWorker.register('sw.js'));
  } catch {
    return false;
  }
}
