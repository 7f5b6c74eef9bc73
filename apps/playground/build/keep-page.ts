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
 * What the service worker does: keeps every file of one version of the page, and answers from those. Other files of the site, the many pages of its
 * documents, come from the network, and the last `most` of them that were seen are kept for when there is none. Whatever it answers isolates the page. The build writes this function's text
 * without its types into `sw.js`, so it uses nothing from outside of itself.
 */
export function keepPage(worker: ServiceWorkerScope, version: string, kept: readonly Kept[], most = 200): void {
  const name = `spmv-${version}`;
  const seen = `${name}-seen`;
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
    const others = (await worker.caches.keys()).filter(
      (each) => each.startsWith('spmv-') && ![name, seen].includes(each),
    );
    await Promise.all(others.map((each) => worker.caches.delete(each)));
    await worker.clients.claim();
  }

  /** The file for an address: that of a folder is its index.html. */
  function fileOf(url: string): string {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname}${pathname.endsWith('/') ? 'index.html' : ''}`;
  }

  /** With the headers of cross-origin isolation, which threads need and many a host of static pages cannot be told to send. */
  function isolated(response: Response): Response {
    // What has no readable status is of elsewhere.
    if (response.status === 0 || response.redirected) return response;
    const headers = new Headers(response.headers);
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-embedder-policy', 'require-corp');
    const { status, statusText } = response;
    const body = [204, 205, 304].includes(status) ? null : response.body;
    return new Response(body, { status, statusText, headers });
  }

  async function answer(request: Request, file: string): Promise<Response> {
    const cache = await worker.caches.open(name);
    return isolated((await cache.match(file)) ?? (await worker.fetch(request)));
  }

  /** Keeps what was seen, as the latest; the oldest are dropped. */
  async function remember(file: string, response: Response): Promise<void> {
    if (response.status !== 200) return;
    const cache = await worker.caches.open(seen);
    await cache.delete(file);
    await cache.put(file, response);
    const files = await cache.keys();
    await Promise.all(files.slice(0, Math.max(0, files.length - most)).map((each) => cache.delete(each)));
  }

  async function recall(file: string, reason: unknown): Promise<Response> {
    const response = await (await worker.caches.open(seen)).match(file);
    if (response === undefined) throw reason;
    return response;
  }

  worker.addEventListener('install', (event) => event.waitUntil(keep()));
  worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
  worker.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    if (method !== 'GET' || !url.startsWith(worker.registration.scope)) return;
    const file = fileOf(url);
    if (known.has(file)) return event.respondWith(answer(event.request, file));
    const answered = worker.fetch(event.request);
    // What there is no room for is not kept, and asked for again.
    event.waitUntil(answered.then((response) => remember(file, response.clone())).catch(() => undefined));
    event.respondWith(answered.catch((error: unknown) => recall(file, error)).then(isolated));
  });
}
