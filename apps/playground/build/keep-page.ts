/** A file of the site: its address relative to the page, and the SHA-256 of its bytes, as the browser checks it. */
export type Kept = readonly [address: string, integrity: string];

/** An event of a service worker. */
interface ExtendableEvent {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

/** The part of a service worker's scope that is used. */
export interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  readonly caches: CacheStorage;
  fetch(url: string | Request, options?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'fetch', listener: (event: ExtendableEvent) => void): void;
}

/**
 * What the service worker does: keeps every file of one version of the page, and answers from those. The build writes this function's text without
 * its types into `sw.js`, so it uses nothing from outside of itself.
 */
export function keepPage(worker: ServiceWorkerScope, version: string, kept: readonly Kept[]): void {
  const name = `spmv-${version}`;
  const addressOf = (path: string): string => new URL(path, worker.registration.scope).href;
  const known = new Set(kept.map(([path]) => addressOf(path)));

  async function keep(): Promise<void> {
    const cache = await worker.caches.open(name);
    // A file that is not what was built is refused by its hash: the whole of a version is kept, or its worker is not installed.
    await Promise.all(
      kept.map(async ([path, integrity]) => {
        const response = await worker.fetch(addressOf(path), { integrity, cache: 'no-cache' });
        if (!response.ok) throw new Error(`${path} answers with ${response.status}`);
        await cache.put(addressOf(path), response);
      }),
    );
    await worker.skipWaiting();
  }

  async function dropOthers(): Promise<void> {
    const others = (await worker.caches.keys()).filter((each) => each.startsWith('spmv-') && each !== name);
    await Promise.all(others.map((each) => worker.caches.delete(each)));
    await worker.clients.claim();
  }

  /** The kept file for an address: that of a folder is its index.html. */
  function keptAddress(url: string): string | undefined {
    const { origin, pathname } = new URL(url);
    const address = `${origin}${pathname}`;
    return [address, `${address}index.html`].find((each) => known.has(each));
  }

  async function answer(request: Request, address: string): Promise<Response> {
    const cache = await worker.caches.open(name);
    return (await cache.match(address)) ?? worker.fetch(request);
  }

  worker.addEventListener('install', (event) => event.waitUntil(keep()));
  worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
  worker.addEventListener('fetch', (event) => {
    const address = event.request.method === 'GET' ? keptAddress(event.request.url) : undefined;
    if (address !== undefined) event.respondWith(answer(event.request, address));
  });
}
