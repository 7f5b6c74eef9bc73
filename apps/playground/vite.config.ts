import { defaultClientConditions, defineConfig } from 'vite';
import { bundledMatrices } from './build/bundled-matrices.ts';
import { kernelPtx } from './build/kernel-ptx.ts';

/** Built from what packages publish; served for development from their sources. */
export default defineConfig(({ command }) => ({
  base: './',
  plugins: [bundledMatrices(), kernelPtx()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    conditions: command === 'serve' ? ['@spmv/source', ...defaultClientConditions] : [...defaultClientConditions],
  },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2023',
    // What is inlined would be a data: URL, which the page's policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
}));
