import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';
import { contentType, isCompressible } from './content-types.ts';

export interface ServeOptions {
  readonly folder: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Sends the headers of cross-origin isolation, which threads need. */
  readonly isolated: boolean;
}

export interface StaticServer {
  readonly url: string;
  close(): Promise<void>;
}

const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The file for an address, inside the folder; undefined where there is none. */
function fileFor(folder: string, address: string): string | undefined {
  let path: string;
  try {
    path = normalize(decodeURIComponent(new URL(address, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(folder) && isFile(file) ? file : undefined;
}

/** Serves a folder on this machine alone. Errors: those of listening. */
export async function serveFolder({ folder, port, isolated }: ServeOptions): Promise<StaticServer> {
  const headers = { 'cache-control': 'no-cache', ...(isolated ? ISOLATION : {}) };
  const server = createServer((request, response) => {
    const file = fileFor(folder, request.url ?? '/');
    if (file === undefined) {
      response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('There is no such file.\n');
      return;
    }
    const type = contentType(file);
    const zipped = isCompressible(type) && /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '');
    const encoding = zipped ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { ...headers, 'content-type': type, vary: 'accept-encoding', ...encoding });
    if (request.method === 'HEAD') response.end();
    else if (zipped) createReadStream(file).pipe(createGzip()).pipe(response);
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
