/** Keeps the page for visits without a network; where a browser has no service workers the page works all the same, online. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('sw.js').catch(() => undefined);
}
