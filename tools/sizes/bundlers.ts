// The module of a page, made small by the bundlers that people use, with nothing configured but where its imports are found.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { ROOT } from '../packages/pack-all.ts';

/** Gives the code of one module that a module of `folder` became, minified. */
type Bundler = (entry: string, folder: string) => Promise<string>;

/** What a page that multiplies with vectors never loads: core imports it when a matrix is made of others, and bundlers that split code leave it in a file of its own. */
const LATER = '/prepare-matrix.js';

/** A page's modules by tool. All of them take what is built, as users get it. */
export const BUNDLERS: Readonly<Record<'esbuild' | 'rollup' | 'webpack', Bundler>> = {
  async esbuild(entry) {
    const options = { bundle: true, minify: true, format: 'esm', write: false, logLevel: 'silent' } as const;
    const { outputFiles } = await build({
      ...options,
      entryPoints: [entry],
      conditions: ['browser'],
      external: [`*${LATER}`],
    });
    return outputFiles[0]?.text ?? '';
  },
  async rollup(entry) {
    const external = (id: string): boolean => id.endsWith(LATER);
    const made = await rollup({
      input: entry,
      external,
      plugins: [nodeResolve({ browser: true })],
      // Nothing that a user would be warned of.
      onwarn: ({ message }) => {
        throw new Error(message);
      },
    });
    const { output } = await made.generate({ format: 'es', inlineDynamicImports: true });
    await made.close();
    // Rollup minifies nothing by itself.
    return (await transform(output[0].code, { minify: true, format: 'esm' })).code;
  },
  async webpack(entry, folder) {
    const output = { path: folder, filename: 'webpack.mjs', module: true, library: { type: 'module' } };
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      const settings = { entry, output, mode: 'production', target: 'web', performance: false } as const;
      const optimization = { splitChunks: false } as const;
      webpack({ context: ROOT, ...settings, optimization }, (error, done) => (error ? reject(error) : resolve(done)));
    });
    if (stats?.hasErrors() !== false)
      throw new Error(stats?.toString({ all: false, errors: true }) ?? 'webpack tells nothing');
    return readFileSync(join(folder, 'webpack.mjs'), 'utf8');
  },
};

/** What `bundler` makes of `source`, which imports packages of this repository. */
export async function bundled(bundler: keyof typeof BUNDLERS, source: string): Promise<string> {
  // In the repository, where its packages are found.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.sizes-'));
  try {
    const entry = join(folder, 'page.mjs');
    writeFileSync(entry, source);
    return await BUNDLERS[bundler](entry, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
