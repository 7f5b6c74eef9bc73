import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { EnvHttpProxyAgent, request } from 'undici';
import { eagerBody } from './eager-body.ts';

/** An answer whose body is still to be read. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Throws the body away. */
  discard(): void;
}

/** Why there is no answer. */
export interface NoAnswer {
  /** `unreachable`: trying again soon is of no use. */
  readonly kind: 'again' | 'unreachable' | 'refused';
  readonly why: string;
}

/** What downloads need of a network. */
export interface Client {
  /** Follows redirects. Throws only when it was stopped. */
  get(url: string, headers: Readonly<Record<string, string>>): Promise<Answer | NoAnswer>;
  /** Why a body broke off. */
  whyBroken(error: unknown): string;
  wait(ms: number): Promise<void>;
  readonly signal: AbortSignal;
  note(text: string): void;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly signal: AbortSignal;
  note(text: string): void;
  /** In place of the network, for tests. */
  readonly dispatcher?: Dispatcher;
  /** In place of waiting, for tests. */
  readonly wait?: (ms: number) => Promise<void>;
  /** How long a server may be silent. */
  readonly silenceMs?: number;
  /** Where `HTTP_PROXY` and the like are looked up. */
  readonly env?: NodeJS.ProcessEnv;
}

const MOST_REDIRECTS = 10;
const SILENCE_MS = 60_000;

/** Hosts that the collection's own site, which is encrypted, leads to without encryption. */
const OWN_PLAIN_HOSTS = new Set(['sparse-files.engr.tamu.edu', 'sparse.tamu.edu', 'www.cise.ufl.edu']);

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host, or no network',
  EAI_AGAIN: 'its address cannot be looked up now',
  ECONNREFUSED: 'it refuses connections',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it fell silent',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'it sent another number of bytes than it said',
};

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH']);

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { readonly code?: unknown };
    if (typeof code === 'string') return code;
  }
  return '';
}

function wordsOf(error: unknown): string {
  return WORDS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** Whom a request did not reach: the host that was asked, or the proxy that an environment puts before it. */
function asked(url: URL, error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const one: unknown = at instanceof AggregateError ? at.errors[0] : at;
    const { address, port } = one as { readonly address?: unknown; readonly port?: unknown };
    if (typeof address !== 'string' || typeof port !== 'number') continue;
    const own = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
    return port === own ? url.host : `${url.host} through the proxy at ${address}:${port}`;
  }
  return url.host;
}

/** Of what cannot be mended by trying again: certificates, a proxy that wants a password. */
function isRefused(error: unknown): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(codeOf(error)) || /Proxy response \(\d+\)/.test(wordsOf(error));
}

/** Why a redirect is not followed; undefined where it is. */
function offence(from: URL, to: URL): string | undefined {
  if (!/^https?:$/.test(to.protocol)) return `it redirects to ${to.protocol}, which is not followed`;
  if (from.protocol === 'https:' && to.protocol === 'http:' && !OWN_PLAIN_HOSTS.has(to.hostname))
    return `it redirects to http://${to.host}, which is not encrypted, and that is not followed`;
  return undefined;
}

function throughProxies(env: NodeJS.ProcessEnv): Dispatcher {
  const given = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  return new EnvHttpProxyAgent({
    httpProxy: given('HTTP_PROXY'),
    httpsProxy: given('HTTPS_PROXY'),
    noProxy: given('NO_PROXY'),
    // As other programs do it: proxies pass what is not encrypted on without a tunnel.
    proxyTunnel: false,
  });
}

/** A client over HTTP and HTTPS that heeds `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
export function openClient(options: ClientOptions): Client {
  const { signal, note, wait, silenceMs = SILENCE_MS, env = process.env } = options;
  const dispatcher = options.dispatcher ?? throughProxies(env);
  const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs };
  const plain = new Set<string>();

  async function once(url: URL, headers: Readonly<Record<string, string>>): Promise<Answer | NoAnswer> {
    try {
      const { statusCode, headers: got, body } = await request(url, { dispatcher, signal, headers, ...limits });
      return {
        kind: 'answer',
        status: statusCode,
        headers: got,
        body: eagerBody(body),
        discard: () => void body.destroy(),
      };
    } catch (error) {
      signal.throwIfAborted();
      const why = `${asked(url, error)}: ${wordsOf(error)}`;
      if (isRefused(error)) return { kind: 'refused', why };
      return { kind: UNREACHABLE.has(codeOf(error)) ? 'unreachable' : 'again', why };
    }
  }

  return {
    signal,
    note,
    whyBroken: wordsOf,
    async wait(ms) {
      await (wait?.(ms) ?? sleep(ms, undefined, { signal }));
    },
    async get(address, headers) {
      let url = new URL(address);
      for (let turns = 0; turns <= MOST_REDIRECTS; turns++) {
        const answer = await once(url, { ...headers, 'accept-encoding': 'identity', 'user-agent': 'spmv' });
        const target = answer.kind === 'answer' ? answer.headers.location : undefined;
        if (answer.kind !== 'answer' || target === undefined || ![301, 302, 303, 307, 308].includes(answer.status))
          return answer;
        answer.discard();
        const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
        const why = next ? offence(url, next) : `it redirects to '${target}', which is no address`;
        if (!next || why !== undefined) return { kind: 'refused', why: `${url.host}: ${why ?? ''}` };
        if (url.protocol === 'https:' && next.protocol === 'http:' && !plain.has(next.host)) {
          plain.add(next.host);
          note(`${url.host} leads to http://${next.host}, which is not encrypted.`);
        }
        url = next;
      }
      return { kind: 'refused', why: `${url.host}: it redirects more than ${MOST_REDIRECTS} times` };
    },
    close: () => dispatcher.destroy(),
  };
}
