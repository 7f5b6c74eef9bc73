import { createRequire } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { SpmvError } from '@spmv/core';

interface Module {
  readonly default?: unknown;
}

/** The part of `tsx/esm/api` that is used. */
interface Tsx {
  /** Imports a module, and what it imports now and later, as TypeScript. */
  tsImport(url: string, from: string): Promise<Module>;
}

interface TsxManifest {
  readonly exports: { readonly './esm/api': { readonly import: { readonly default: string } } };
}

/** What Node says of TypeScript that it does not load: no types at all, or enums and the like, which it does not erase. */
const NOT_ERASED: ReadonlySet<unknown> = new Set(['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX']);

/** The user's tsx, beside the file or in the folder where the command was started. Errors: `PLUGIN.IMPORT_FAILED`. */
async function loadTsx(path: string, cause: Error): Promise<Tsx> {
  for (const from of [path, `${process.cwd()}/here.js`]) {
    try {
      const require = createRequire(from);
      const manifest = require.resolve('tsx/package.json');
      // `require.resolve` gives the CommonJS build, which does not load modules on Node 20.
      const { exports } = require(manifest) as TsxManifest;
      return (await import(new URL(exports['./esm/api'].import.default, pathToFileURL(manifest)).href)) as Tsx;
    } catch {
      // It may be in the other place.
    }
  }
  throw new SpmvError('PLUGIN.IMPORT_FAILED', `Node ${process.versions.node} does not run ${path}: ${cause.message}`, {
    fix: 'Install tsx, npm install --save-dev tsx; or run it by Node 22.18 or later, which strips types from what has no enums and says import type; or compile it to JavaScript.',
    details: { path, node: process.versions.node },
    cause,
  });
}

/**
 * Imports a module of the user's. TypeScript is run by Node where it strips the types, else through tsx, an optional peer, with what it imports.
 *
 * Errors: `PLUGIN.IMPORT_FAILED` where neither does, and what the module throws.
 */
export async function importModule(path: string): Promise<Module> {
  const { href } = pathToFileURL(path);
  try {
    return (await import(href)) as Module;
  } catch (cause) {
    if (!(cause instanceof Error && NOT_ERASED.has((cause as NodeJS.ErrnoException).code))) throw cause;
    const module = await (await loadTsx(path, cause)).tsImport(href, href);
    // In a package that does not say `"type": "module"` tsx makes CommonJS of it, whose exports are the default.
    const inner = module.default;
    return typeof inner === 'object' && inner !== null && 'default' in inner ? inner : module;
  }
}
