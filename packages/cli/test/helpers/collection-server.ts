import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { tarOf } from './tar-archive.ts';

/** How one request is answered. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface CollectionServer {
  /** To give as `--from`. */
  readonly base: string;
  /** Of all requests, in order: `GET /MM/HB/a.tar.gz bytes=10-`. */
  readonly requests: string[];
  /** The behaviours of a path, one request each; the last one stays. */
  answer(path: string, ...behaviours: readonly Behaviour[]): void;
  /** Answers that are not at their end. */
  open(): number;
  close(): Promise<void>;
}

export const INDEX_PATH = '/files/ssstats.csv';

export const ARCHIVE_PATH = '/MM/HB/bcsstk16.tar.gz';

/** Text of a small matrix that is not soon said. */
export const MATRIX_TEXT: string = [
  '%%MatrixMarket matrix coordinate real general',
  '400 400 1200',
  ...Array.from(
    { length: 1200 },
    (_, k) => `${(k % 400) + 1} ${((k * 7 + Math.floor(k / 400)) % 400) + 1} ${Math.sin(k).toFixed(15)}`,
  ),
  '',
].join('\n');

/** `NAME.tar.gz` as the collection packs it. */
export function archiveOf(name: string, files: Readonly<Record<string, string>> = {}): Buffer {
  const text = { [`${name}/${name}.mtx`]: MATRIX_TEXT, ...files };
  return gzipSync(tarOf(text));
}

export const INDEX_TEXT: string = [
  '5',
  '31-Oct-2023 18:12:37',
  'HB,bcsstk16,4884,4884,290378,1,0,1,1,1,1,structural problem,290378',
  'HB,bcsstk17,10974,10974,428650,1,0,1,1,1,1,structural problem,428650',
  'Williams,cant,62451,62451,4007383,1,0,1,1,1,1,2D/3D problem,4007383',
  'HB,well1850,1850,712,8755,1,0,0,0,0,0,least squares problem,8758',
  'Other,cant,10,10,20,0,0,0,0,1,0.5,directed graph,20',
  '',
].join('\n');

/** Writes the head of an answer with these bytes, or with the range of them that is asked for; the bytes that are to follow. */
function begin(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Uint8Array {
  const etag = headers['etag'] ?? `"${createHash('sha1').update(bytes).digest('hex')}"`;
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const stillSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const start = from !== undefined && stillSame ? Number(from) : 0;
  const part = bytes.subarray(start);
  const range = start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(start > 0 ? 206 : 200, { etag, 'content-length': part.length, ...range, ...headers });
  return part;
}

/** The bytes, or the range of them that is asked for. */
export function whole(bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (request, response) => void response.end(begin(request, response, bytes, headers));
}

/** The same, but the connection drops after so many bytes. */
export function dropping(bytes: Uint8Array, after: number): Behaviour {
  return (request, response) => {
    const part = begin(request, response, bytes, {}).subarray(0, after);
    response.write(part, () => setImmediate(() => response.socket?.destroy()));
  };
}

/** The same, but after so many bytes nothing comes any more. */
export function stalling(bytes: Uint8Array, after: number): Behaviour {
  return (request, response) => void response.write(begin(request, response, bytes, {}).subarray(0, after));
}

/** The bytes under a length that is not theirs. */
export function lying(bytes: Uint8Array, length: number): Behaviour {
  return (_, { socket }) => {
    socket?.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`);
    socket?.end(bytes);
  };
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => void response.writeHead(code, headers).end();
}

/** A server of this machine in the shape of the collection: an index and HB/bcsstk16. */
export async function serveCollection(): Promise<CollectionServer> {
  const behaviours = new Map<string, readonly Behaviour[]>([
    [INDEX_PATH, [whole(Buffer.from(INDEX_TEXT))]],
    [ARCHIVE_PATH, [whole(archiveOf('bcsstk16'))]],
  ]);
  const requests: string[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push([request.method, path, request.headers.range].filter((word) => word !== undefined).join(' '));
    open++;
    response.once('close', () => open--);
    const [first = status(404), ...rest] = behaviours.get(path) ?? [];
    if (rest.length > 0) behaviours.set(path, rest);
    first(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open: () => open,
    answer: (path, ...all) => void behaviours.set(path, all),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
