// Programs for Node, built by the bundlers that people use. Each gives the file that Node runs.
import { basename, join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';

/** What a program is written as. */
export type ModuleFormat = 'cjs' | 'esm';

const fileName = (entry: string, format: ModuleFormat): string =>
  `${basename(entry, '.mjs')}.${format === 'cjs' ? 'cjs' : 'mjs'}`;

/** `esbuild --bundle --platform=node`, with these options more. */
export async function esbuildNode(
  app: string,
  entry: string,
  format: ModuleFormat,
  more: { readonly packages?: 'external' } = {},
): Promise<string> {
  const outfile = join(app, 'esbuild', format, fileName(entry, format));
  const entryPoints = [join(app, entry)];
  await esbuild({ entryPoints, outfile, format, bundle: true, platform: 'node', logLevel: 'silent', ...more });
  return outfile;
}

/** `webpack --target node`, with these settings more. Errors: an `Error` with the errors and warnings. */
export async function webpackNode(
  app: string,
  format: ModuleFormat,
  more: webpack.Configuration = {},
): Promise<string> {
  const path = join(app, `webpack-${format}`);
  const filename = fileName('main.mjs', format);
  const output = { path, filename, clean: true, ...(format === 'esm' ? { module: true } : {}) };
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack(
      { context: app, mode: 'production', target: 'node20', entry: './main.mjs', output, ...more },
      (error, done) => (done === undefined ? reject(error ?? new Error('webpack tells nothing')) : resolve(done)),
    );
  });
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  const told = [...errors, ...warnings].map(({ message }) => message);
  if (told.length > 0) throw new Error(told.join('\n'));
  return join(path, filename);
}

/** `vite build --ssr main.mjs`. */
export async function viteNode(app: string): Promise<string> {
  const outDir = join(app, 'vite-ssr');
  await vite({ root: app, configFile: false, logLevel: 'error', build: { ssr: 'main.mjs', outDir } });
  return join(outDir, 'main.js');
}
