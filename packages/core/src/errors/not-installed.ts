/**
 * Whether an import failed because the package itself is not there, as Node, `require`, Yarn's Plug'n'Play, Jest and webpack say it. False where it is there and something that it needs is not.
 */
export function isNotInstalled(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return false;
  const words = [`'${name}'`, `"${name}"`, `tried to access ${name},`, `tried to access ${name} `];
  return words.some((text) => String(message).includes(text));
}
