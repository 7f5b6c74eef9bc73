// The application built, or served for development, by the bundlers that people use, with nothing configured that a user would not.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import webpack from 'webpack';
import type { Server } from '../browser/serve.ts';
import { isolationHeaders } from '../browser/serve.ts';

/** Serves the application as `vite` does. */
export async function viteDev(app: string): Promise<Server> {
  const server = await createServer({
    root: app,
    configFile: false,
    logLevel: 'error',
    server: { host: '127.0.0.1', headers: isolationHeaders, watch: null },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("Vite's server listens nowhere.");
  return { url, close: () => server.close() };
}

/** `vite build --base BASE`, or one that inlines files of up to so many bytes. */
export async function viteBuild(app: string, base: string, assetsInlineLimit = 4096): Promise<BuiltBundle> {
  const folder = join(app, `vite-${assetsInlineLimit}`);
  const warnings: string[] = [];
  const note = (message: unknown): void => void warnings.push(String(message));
  const logger = {
    info: () => {},
    warn: note,
    warnOnce: note,
    error: note,
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  await build({
    root: app,
    base,
    configFile: false,
    customLogger: logger,
    build: { outDir: folder, assetsInlineLimit },
  });
  return { folder, warnings };
}

/** `webpack --mode MODE` with no more than an entry. */
export async function webpackBuild(app: string, mode: 'development' | 'production'): Promise<BuiltBundle> {
  const folder = join(app, `webpack-${mode}`);
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    const compiler = webpack({ context: app, mode, entry: './main.mjs', output: { path: folder }, performance: false });
    compiler.run((error, done) =>
      compiler.close(() => (done === undefined ? reject(error ?? new Error('webpack tells nothing')) : resolve(done))),
    );
  });
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  writeFileSync(
    join(folder, 'index.html'),
    readFileSync(join(app, 'index.html'), 'utf8').replace('type="module" src="./main.mjs"', 'defer src="./main.js"'),
  );
  return { folder, warnings: [...errors, ...warnings].map(({ message }) => message) };
}

/** What a bundler made. */
export interface BuiltBundle {
  readonly folder: string;
  /** Errors and warnings. */
  readonly warnings: readonly string[];
}
