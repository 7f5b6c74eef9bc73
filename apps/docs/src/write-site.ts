import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { brokenLinks } from './check/links.ts';
import { policyProblems } from './check/policy.ts';
import type { Repository } from './repository.ts';
import type { Site } from './site.ts';
import { ASSETS } from './template/layout.ts';

const OWN = fileURLToPath(new URL('..', import.meta.url));
const STYLES = ['tokens.css', 'base.css', 'content.css', 'code.css', 'picture.css', 'search.css', 'print.css'];

/** Links that lead nowhere, and what the policy forbids. */
export function problemsOf({ pages, copies, problems }: Site): readonly string[] {
  const files = new Set([...copies.map(({ path }) => path), ...Object.values(ASSETS)]);
  return [
    ...problems,
    ...brokenLinks({ pages, files }),
    ...[...pages].flatMap(([path, html]) => policyProblems(path, html)),
  ];
}

/** Writes pages, copied files, styles, scripts and the index into `folder`, beside what is there. */
export async function writeSite(
  repository: Repository,
  site: Site,
  folder: string,
): Promise<{ readonly bytes: number }> {
  const sizes: number[] = [];
  const place = (path: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  const write = (path: string, text: string): void => {
    writeFileSync(place(path), text);
    sizes.push(Buffer.byteLength(text));
  };
  for (const [path, html] of site.pages) write(path, html);
  for (const { path, file } of site.copies) {
    copyFileSync(join(repository.root, file), place(path));
    sizes.push(repository.size(file));
  }
  write(ASSETS.style, STYLES.map((name) => readFileSync(join(OWN, 'style', name), 'utf8')).join('\n'));
  write(ASSETS.icon, readFileSync(join(OWN, 'style', 'icon.svg'), 'utf8'));
  write(ASSETS.search, site.search);
  await buildScripts(join(folder, dirname(ASSETS.script)));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The scripts of the pages. `theme` runs before a page is drawn, so it is one that no import delays. */
async function buildScripts(outDir: string): Promise<void> {
  for (const [name, format] of [
    ['theme', 'iife'],
    ['site', 'es'],
  ] as const) {
    await build({
      configFile: false,
      root: join(OWN, 'client'),
      logLevel: 'error',
      publicDir: false,
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: join(OWN, 'client', `${name}.ts`),
          output: { format, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    });
  }
}
