import type { PageMatrixSource, SourceName } from '../matrix/source.ts';

/** Name of the cache, and of the addresses in it, which nothing is ever fetched from. */
const KEPT = 'kept-files';
const BANNER = 'x-banner';
const AGAIN = 'x-again';

/** Keeps files and texts by name until the page is loaded anew. Rejects where the browser has no room for them. */
export async function keepFiles(files: ReadonlyMap<SourceName, PageMatrixSource>): Promise<void> {
  if (files.size === 0) return;
  const cache = await caches.open(KEPT);
  for (const [name, source] of files) {
    if (source.kind !== 'file' && source.kind !== 'pasted') continue;
    const { banner, again } = source;
    const headers = {
      ...(banner === undefined ? {} : { [BANNER]: encodeURIComponent(banner) }),
      ...(again === undefined ? {} : { [AGAIN]: String(again) }),
    };
    const query = new URLSearchParams({ name, file: source.kind === 'file' ? source.file.name : '' });
    const body = source.kind === 'file' ? source.file : source.text;
    await cache.put(`${KEPT}?${query.toString()}`, new Response(body, { headers }));
  }
}

/** Gives what was kept, and keeps it no longer. Empty where the browser keeps nothing. */
export async function takeFiles(): Promise<Map<SourceName, PageMatrixSource>> {
  const found = new Map<SourceName, PageMatrixSource>();
  try {
    if (!('caches' in globalThis) || !(await caches.has(KEPT))) return found;
    const cache = await caches.open(KEPT);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const query = new URL(request.url).searchParams;
      const [name, file] = [query.get('name'), query.get('file')];
      if (!response || name === null || file === null) continue;
      const [banner, again] = [response.headers.get(BANNER), response.headers.get(AGAIN)];
      const more = {
        ...(banner === null ? {} : { banner: decodeURIComponent(banner) }),
        ...(again === null ? {} : { again: Number(again) }),
      };
      const source: PageMatrixSource =
        file === ''
          ? { kind: 'pasted', text: await response.text(), ...more }
          : { kind: 'file', file: new File([await response.blob()], file), ...more };
      found.set(name, source);
    }
    await caches.delete(KEPT);
  } catch {
    // What cannot be read again is said to be missing by its name in the address.
  }
  return found;
}
