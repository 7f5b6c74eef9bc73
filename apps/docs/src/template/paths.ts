import { posix } from 'node:path';

/** The address of one file of the site from another: relative, so that the site may lie in any folder. */
export function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path === '' ? posix.basename(to) : encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F');
}
