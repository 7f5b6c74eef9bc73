// Serves the built packages as a user's development server does, so that module workers, which no import map reaches, find them too.
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createViteServer } from 'vitest/node';
import type { ServeOptions, Server } from './serve.ts';
import { importMap, isolationHeaders } from './serve.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** CommonJS in node_modules: made into modules once, when the server starts. */
const COMMONJS = ['@spmv/backend-threads > threads', '@spmv/backend-threads > threads/worker'];

function portOf(address: AddressInfo | string | null | undefined): number {
  if (address && typeof address === 'object') return address.port;
  throw new Error("Vite's server listens nowhere.");
}

/** As `serve`, by Vite. */
export async function serveWorkers({ isolated, job, imports = {} }: ServeOptions): Promise<Server> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'spmv-page-'));
  const paths: Readonly<Record<string, string>> = { ...importMap(), ...imports };
  const headers = isolated ? isolationHeaders : {};
  const server = await createViteServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir,
    server: { port: 0, host: '127.0.0.1', headers, hmr: false, ws: false, watch: null, fs: { strict: false } },
    optimizeDeps: { noDiscovery: true, include: COMMONJS },
    plugins: [
      {
        name: 'spmv-page',
        enforce: 'pre',
        resolveId: (id) => (id === '/job.js' ? id : paths[id] && join(ROOT, paths[id])),
        load: (id) => (id === '/job.js' ? job : undefined),
        configureServer({ middlewares }) {
          middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
            if (request.url !== '/') return next();
            response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<!doctype html><meta charset="utf-8"><title>spmv</title><link rel="icon" href="data:,">');
          });
        },
      },
    ],
  });
  await server.listen();
  return {
    url: `http://127.0.0.1:${portOf(server.httpServer?.address())}/`,
    async close() {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}
