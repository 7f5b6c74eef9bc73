import type { OwnBytes } from '@spmv/core';

/** Some servers send an HTML page for every path that they do not know. */
const HTML = /^text\/html\b/iu;

/** The bytes at a URL. Errors: an `Error` whose message says what the file system or the server answered. */
export async function readUrl(url: string): Promise<OwnBytes> {
  if (url.startsWith('file:')) return readFile(url);
  const response = await answerOf(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trim());
  if (HTML.test(response.headers.get('content-type') ?? '')) throw new Error('the server answers with an HTML page');
  return new Uint8Array(await response.arrayBuffer());
}

/** Node's `fetch` does not take file: URLs, and browsers have only `fetch`. */
async function readFile(url: string): Promise<OwnBytes> {
  try {
    return new Uint8Array(await process.getBuiltinModule('node:fs/promises').readFile(new URL(url)));
  } catch (cause) {
    throw (cause as { readonly code?: unknown }).code === 'ENOENT'
      ? new Error('there is no such file', { cause })
      : cause;
  }
}

async function answerOf(url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new Error('the server did not answer, or the page may not see its answer', { cause });
  }
}

/** A URL that says the same in a worker: some bundlers leave the origin out of those of a page. */
export function fullUrl(url: string): string {
  return typeof location === 'object' ? new URL(url, location.href).href : url;
}

/** A URL for people. For an inlined file: only its type. */
export function shortUrl(url: string): string {
  return url.startsWith('data:') ? `${url.slice(0, url.indexOf(',') + 1)}…` : url;
}
