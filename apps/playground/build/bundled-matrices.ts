import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The matrices that come with the command. */
const FOLDER = fileURLToPath(new URL('../../../packages/cli/matrices', import.meta.url));

/** Puts the bundled matrices and their index under `matrices/` of the site, built or served. */
export function bundledMatrices(): Plugin {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
  return {
    name: 'bundled-matrices',
    generateBundle() {
      for (const name of files)
        this.emitFile({ type: 'asset', fileName: `matrices/${name}`, source: readFileSync(join(FOLDER, name)) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/matrices\/([\w.]+)$/u.exec(request.url ?? '')?.[1];
        if (name === undefined || !files.includes(name)) return next();
        // Without a type, so that nothing on the way unpacks what is compressed.
        response.setHeader('content-type', 'application/octet-stream');
        response.end(readFileSync(join(FOLDER, name)));
      });
    },
  };
}
