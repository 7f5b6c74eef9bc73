import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of this package. */
export function ownFolder(): string {
  return fileURLToPath(new URL('..', import.meta.url));
}

export function ownVersion(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string })
    .version;
}
