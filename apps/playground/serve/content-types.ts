import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.wgsl': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The content type of a file by its name. */
export function contentType(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

/** Whether files of a type are sent compressed, as hosts of static pages send them: text and code, but not what is compressed already. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:json|wasm))/u.test(type);
}
