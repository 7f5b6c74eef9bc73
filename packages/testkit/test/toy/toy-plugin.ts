import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { toyBackend } from './toy-backend.ts';
import { toyFormat } from './toy-format.ts';
import { toyKernel } from './toy-kernel.ts';

/** A correct plugin with one of everything. */
export function toyPlugin(parts: Partial<Plugin> = {}): Plugin {
  return definePlugin({
    name: 'toy',
    apiVersion: API_VERSION,
    formats: [toyFormat as NonNullable<Plugin['formats']>[number]],
    kernels: [toyKernel as NonNullable<Plugin['kernels']>[number]],
    backends: [toyBackend()],
    ...parts,
  });
}

export const toyManifest = {
  apiVersion: 2,
  entry: './plugin.js',
  provides: { formats: ['toy/padded'], kernels: ['js/toy/padded'], backends: ['toy/queue'] },
} as const;
