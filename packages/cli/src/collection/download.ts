import type { IncomingHttpHeaders } from 'node:http';
import { formatBytes } from '@spmv/core';
import { cacheError } from './cache-error.ts';
import type { Answer, Client } from './client.ts';
import type { ArchivePart, PartState } from './part.ts';
import { backoffMs, MOST_ATTEMPTS, MOST_FRUITLESS, MOST_WAIT_MS, retryAfterMs } from './retry-after.ts';

/** What came of an address. */
export type DownloadOutcome =
  /** `isPieced`: put together from several answers. */
  | { readonly kind: 'whole'; readonly isPieced: boolean }
  | { readonly kind: 'missing' }
  /** Another address may have it. */
  | { readonly kind: 'failed'; readonly why: string };

/** What came of one attempt. */
type Attempt =
  | Exclude<DownloadOutcome, { readonly kind: 'whole' }>
  | { readonly kind: 'whole' }
  | { readonly kind: 'again'; readonly why: string; readonly waitMs?: number };

export interface DownloadOptions {
  onProgress(bytes: number, total: number | undefined): void;
}

const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}

function lengthOf(headers: IncomingHttpHeaders): number | undefined {
  const length = textOf(headers['content-length']);
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** The digests that a server states of the whole: `Content-MD5`, `Repr-Digest`, `Digest`. */
function digestsOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
  const md5 = textOf(headers['content-md5']);
  const listed = [textOf(headers['repr-digest']), textOf(headers['digest'])].join(',');
  const [, sha256] = /(?:^|,)\s*sha-256=:?([A-Za-z0-9+/]+=*)/i.exec(listed) ?? [];
  return { ...(md5 === undefined ? {} : { md5: hex(md5) }), ...(sha256 === undefined ? {} : { sha256: hex(sha256) }) };
}

/** A weak tag does not promise the same bytes. */
function validatorOf(headers: IncomingHttpHeaders): string | undefined {
  const tag = textOf(headers.etag);
  return tag !== undefined && !tag.startsWith('W/') ? tag : textOf(headers['last-modified']);
}

function stateOf(url: string, headers: IncomingHttpHeaders): PartState {
  const [validator, total] = [validatorOf(headers), lengthOf(headers)];
  return {
    url,
    digests: digestsOf(headers),
    ...(validator === undefined ? {} : { validator }),
    ...(total === undefined ? {} : { total }),
  };
}

function rangeHeaders(state: PartState | undefined, have: number): Readonly<Record<string, string>> {
  if (state === undefined || have === 0) return {};
  return { range: `bytes=${have}-`, ...(state.validator === undefined ? {} : { 'if-range': state.validator }) };
}

/** Whether an answer goes on where the part ends, of the same archive. */
function continues(headers: IncomingHttpHeaders, have: number, { total }: PartState): boolean {
  const [, from, whole] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(textOf(headers['content-range']) ?? '') ?? [];
  return Number(from) === have && (total === undefined || whole === '*' || Number(whole) === total);
}

/** Appends a body to a part. Throws what broke it off, or the error of the cache. */
async function append(answer: Answer, part: ArchivePart, onChunk: (bytes: number) => void): Promise<void> {
  const file = await part.append();
  try {
    for await (const chunk of answer.body) {
      // Not `write`: that one may take a part only, as on a disk that is about to be full.
      await file.appendFile(chunk).catch((cause: unknown) => {
        throw cacheError(part.archive, cause);
      });
      onChunk(chunk.length);
    }
  } finally {
    answer.discard();
    await file.close();
  }
}

async function attempt(client: Client, url: string, part: ArchivePart, options: DownloadOptions): Promise<Attempt> {
  const known = await part.state();
  const size = await part.size();
  const have = known?.url === url ? size : 0;
  if (known && have > 0 && have === known.total) return { kind: 'whole' };
  const answer = await client.get(url, rangeHeaders(known, have));
  if (answer.kind !== 'answer') return { kind: answer.kind === 'again' ? 'again' : 'failed', why: answer.why };
  const { status, headers } = answer;
  const { host } = new URL(url);
  const isMore = status === 206 && known !== undefined && continues(headers, have, known);
  if (status !== 200 && !isMore) {
    answer.discard();
    if (status === 206 || status === 416) {
      await part.restart();
      return { kind: 'again', why: `${host} does not go on where the file breaks off`, waitMs: 0 };
    }
    if (status === 404 || status === 410) return { kind: 'missing' };
    const why = `${host} answers with status ${status}`;
    if (!BUSY.has(status)) return { kind: 'failed', why };
    const waitMs = retryAfterMs(textOf(headers['retry-after']));
    return { kind: 'again', why, ...(waitMs === undefined ? {} : { waitMs }) };
  }
  const state = isMore ? known : stateOf(url, headers);
  if (!isMore) await part.restart(state);
  let bytes = isMore ? have : 0;
  let broken: unknown;
  options.onProgress(bytes, state.total);
  try {
    await append(answer, part, (more) => options.onProgress((bytes += more), state.total));
  } catch (error) {
    client.signal.throwIfAborted();
    if ((error as Error).name === 'CliError') throw error;
    broken = error;
  }
  const ofTotal = state.total === undefined ? '' : ` of ${formatBytes(state.total)}`;
  if (broken !== undefined)
    return { kind: 'again', why: `${host}: ${client.whyBroken(broken)} after ${formatBytes(bytes)}${ofTotal}` };
  if (state.total !== undefined && bytes !== state.total)
    return { kind: 'again', why: `${host} sent ${formatBytes(bytes)}${ofTotal}` };
  return { kind: 'whole' };
}

/**
 * Fills a part from an address, going on where it ends. A connection that drops is taken up again as long as that brings bytes; attempts in a row
 * that bring none are few, with growing waits between them, or those that the server asks for.
 *
 * Errors: those of the cache; the reason of the client's signal.
 */
export async function download(
  client: Client,
  url: string,
  part: ArchivePart,
  options: DownloadOptions,
): Promise<DownloadOutcome> {
  const before = await part.size();
  let most = before;
  let fruitless = 0;
  for (let attempts = 1; ; attempts++) {
    client.signal.throwIfAborted();
    const came = await attempt(client, url, part, options);
    if (came.kind === 'whole') return { kind: 'whole', isPieced: before > 0 || attempts > 1 };
    if (came.kind !== 'again') return came;
    const size = await part.size();
    fruitless = size > most ? 0 : fruitless + 1;
    most = Math.max(most, size);
    if (fruitless >= MOST_FRUITLESS || attempts >= MOST_ATTEMPTS)
      return { kind: 'failed', why: `${came.why} (${attempts} attempts)` };
    const waitMs = came.waitMs ?? backoffMs(fruitless);
    if (waitMs > MOST_WAIT_MS)
      return { kind: 'failed', why: `${came.why} and asks to come back in ${Math.ceil(waitMs / 60_000)} minutes` };
    await client.wait(waitMs);
  }
}
