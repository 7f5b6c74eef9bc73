import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as webgpu } from '@spmv/backend-webgpu';
import {
  buildMatrix,
  cooFromEntries,
  createRegistry,
  headerOf,
  kernelContext,
  openBackend,
  resolveParams,
  spmv,
} from '@spmv/core';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { ROOT } from '../packages/pack-all.ts';
import { bundled } from './bundlers.ts';
import { type SizedPage, sourceOf } from './pages.ts';

/** Bytes as they are, and as a server sends them: gzip of level 9. */
export interface Size {
  readonly bytes: number;
  readonly gzip: number;
}

/** What a page carries, and what it fetches to multiply. */
export interface PageSize {
  readonly page: SizedPage;
  readonly code: Size;
  readonly files: Size;
}

const WORKER = join(ROOT, 'packages', 'backend-threads', 'dist', 'bundle', 'worker.js');

function sizeOf(...contents: readonly (Uint8Array | string)[]): Size {
  const all = contents.map((each) => Buffer.from(each));
  const sum = (of: (each: Buffer) => number): number => all.reduce((total, each) => total + of(each), 0);
  return { bytes: sum((each) => each.length), gzip: sum((each) => gzipSync(each, { level: 9 }).length) };
}

/** Files of the repository that a program of the page's kernel names, the best build of each. */
async function filesOf({ backend: id, format, kernel: name }: SizedPage): Promise<readonly string[]> {
  const registry = createRegistry([formats, sell, packed, serial, webgpu]);
  await using backend = await openBackend(registry, 'serial');
  const kernel = registry.kernel(name);
  const precision = kernel.precisions.find((each) => each.precision === (id === 'webgpu' ? 'f32' : 'f64'));
  if (precision === undefined) throw new Error(`${name} has no kernel of that precision.`);
  const one = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
  const matrix = buildMatrix(registry.format(format), one, { valueType: id === 'webgpu' ? 'f32' : 'f64' });
  const context = kernelContext(spmv, kernel, { matrix: headerOf(matrix), device: backend.device, precision });
  const program = kernel.program(context, resolveParams(kernel.params, {}, context, name));
  const urls = (part: unknown): readonly string[] => {
    if (typeof part === 'string') return part.startsWith('file:') ? [part] : [];
    if (typeof part !== 'object' || part === null) return [];
    // Builds of one module, best first: a page fetches one.
    return Object.entries(part).flatMap(([key, each]) =>
      urls(key === 'modules' && Array.isArray(each) ? (each[0] as unknown) : each),
    );
  };
  return [...new Set(urls(program))].map((url) => fileURLToPath(url));
}

/** Sizes of a page: its code by esbuild, and the files of one kernel with the script of the workers where there are any. */
export async function measurePage(page: SizedPage): Promise<PageSize> {
  const files = [...(await filesOf(page)), ...(page.backend === 'threads' ? [WORKER] : [])];
  return {
    page,
    code: sizeOf(await bundled('esbuild', sourceOf(page))),
    files: sizeOf(...files.map((file) => readFileSync(file))),
  };
}
