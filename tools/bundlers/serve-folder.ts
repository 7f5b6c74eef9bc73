import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Server } from '../browser/serve.ts';
import { CONTENT_TYPES, isolationHeaders } from '../browser/serve.ts';

/** How a folder is served. */
export interface FolderOptions {
  readonly isolated: boolean;
  /** Files are for pages of other origins, as those of a content delivery network are. */
  readonly shared?: boolean;
  /** Path under which the folder appears: `/` or `/base/`. */
  readonly base?: string;
  /** What is answered for a file in place of it: 404, or the page, as servers of single pages answer for what they do not have. */
  readonly instead?: (path: string) => 'nothing' | 'the page' | undefined;
}

/** Serves what a bundler made, over loopback. */
export async function serveFolder(
  folder: string,
  { isolated, shared = false, base = '/', instead = () => undefined }: FolderOptions,
): Promise<Server> {
  const headers = {
    ...(isolated ? isolationHeaders : {}),
    ...(shared ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
  const server = createServer((request, response) => {
    const asked = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const path = asked === base ? '/index.html' : asked.startsWith(base) ? asked.slice(base.length - 1) : '';
    const answer = existsSync(join(folder, path)) && path !== '' ? instead(path) : 'nothing';
    if (answer === 'nothing') {
      response.writeHead(404, headers).end(`no ${asked}`);
      return;
    }
    const file = answer === 'the page' ? '/index.html' : path;
    response
      .writeHead(200, { ...headers, 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(join(folder, file)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
