import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { thumbnailOf } from './thumbnail.ts';

/** The matrices that come with the command. */
const FOLDER = fileURLToPath(new URL('../../../packages/cli/matrices', import.meta.url));

/** Of a file of a matrix: the name of its picture. */
const PICTURE = /^([\w.]+?)\.mtx(?:\.gz)?$/u;

/** Puts the bundled matrices, a small picture of each and their index under `matrices/` of the site, built or served. */
export function bundledMatrices(): Plugin {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
  return {
    name: 'bundled-matrices',
    async generateBundle() {
      for (const name of files) {
        this.emitFile({ type: 'asset', fileName: `matrices/${name}`, source: readFileSync(join(FOLDER, name)) });
        const [, stem] = PICTURE.exec(name) ?? [];
        if (stem === undefined) continue;
        this.emitFile({
          type: 'asset',
          fileName: `matrices/${stem}.svg`,
          source: await thumbnailOf(join(FOLDER, name)),
        });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/matrices\/([\w.]+)$/u.exec(request.url ?? '')?.[1];
        const pictured = files.find((file) => `${PICTURE.exec(file)?.[1]}.svg` === name);
        if (pictured !== undefined) {
          response.setHeader('content-type', 'image/svg+xml');
          void thumbnailOf(join(FOLDER, pictured)).then((svg) => response.end(svg));
          return;
        }
        if (name === undefined || !files.includes(name)) return next();
        // Without a type, so that nothing on the way unpacks what is compressed.
        response.setHeader('content-type', 'application/octet-stream');
        response.end(readFileSync(join(FOLDER, name)));
      });
    },
  };
}
