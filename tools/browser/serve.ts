// Serves this repository's built packages to a page, over loopback, with an import map and without a bundler.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Content types by extension. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.wgsl': 'text/plain',
  '.json': 'application/json',
};

export interface ServeOptions {
  /** Cross-origin isolated: SharedArrayBuffer and precise clocks. */
  readonly isolated: boolean;
  /** Text of the ES module served as /job.js. */
  readonly job: string;
  /** Import map entries besides the workspace's packages, as paths of this server. */
  readonly imports?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/** What makes a page cross-origin isolated. */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** `@spmv/core` → `/packages/core/dist/index.js` for every package and entry that is built, as a page is given it. */
function importMap(): Readonly<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const folder of readdirSync(join(ROOT, 'packages'))) {
    const file = join(ROOT, 'packages', folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, unknown>>;
    };
    for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
      const { browser, default: usual } = target as { readonly browser?: unknown; readonly default?: unknown };
      const path = browser ?? usual;
      if (typeof path === 'string')
        imports[`${manifest.name}${entry.slice(1)}`] = `/packages/${folder}/${path.slice(2)}`;
    }
  }
  return imports;
}

/** A server for one page: `/` is the page, `/job.js` the job, `/packages/…` and `/node_modules/…` files of the repository. */
export async function serve({ isolated, job, imports = {} }: ServeOptions): Promise<Server> {
  const map = JSON.stringify({ imports: { ...importMap(), ...imports } });
  const page = `<!doctype html><meta charset="utf-8"><title>spmv</title><link rel="icon" href="data:,"><script type="importmap">${map}</script>`;
  const isolation = isolated ? isolationHeaders : {};
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const virtual = path === '/' ? page : path === '/job.js' ? job : undefined;
    const file = join(ROOT, path);
    const allowed = /^\/(?:packages|node_modules)\//u.test(path) && existsSync(file);
    if (virtual === undefined && !allowed) {
      response.writeHead(404, isolation).end(`no ${path}`);
      return;
    }
    const type = path === '/' ? 'text/html' : (CONTENT_TYPES[extname(path)] ?? 'application/octet-stream');
    response
      .writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...isolation })
      .end(virtual ?? readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
