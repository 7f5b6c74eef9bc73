/**
 * URL of a file that no bundler may copy: what imports something, or needs its package around it. Deliberately not the form that they recognise; only
 * Node can load it, from where the package is installed. `base` is the caller's `import.meta.url`.
 */
export function unbundledUrl(path: string, base: string): URL {
  return new URL(path, base);
}
