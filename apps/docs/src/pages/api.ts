import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { PageSource } from './page.ts';
import { markdown, titleOf } from './page.ts';

/** Where the reference would lie in the repository: by these paths its pages link to one another. */
export const API_FOLDER = 'docs/api';

/** The reference as Markdown, by path in {@link API_FOLDER}: TypeDoc reads the doc comments, in a process of its own as it takes seconds. */
export async function readApi(root: string): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-api-'));
  try {
    await promisify(execFile)(process.execPath, [join(root, 'tools', 'api-docs', 'markdown.ts'), folder], {
      cwd: root,
    });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    return new Map(
      files.filter((path) => path.endsWith('.md')).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page of each module, and of each thing it exports. */
export function apiPages(api: ReadonlyMap<string, string>): readonly PageSource[] {
  const modules = [...api.keys()]
    .filter((path) => path.endsWith('/index.md'))
    .map((path) => path.slice(0, -'/index.md'.length));
  const moduleOf = (path: string): string =>
    modules.filter((name) => path.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0] ?? '';
  return [...api]
    .map(([path, text]): PageSource => {
      const index = path.endsWith('index.md');
      const group = moduleOf(path);
      return {
        path: `api/${path.replaceAll('@', '').replace(/\.md$/u, '.html')}`,
        section: 'api',
        title: path === 'index.md' ? 'API' : index ? group : titleOf(text).replace(/^.*?: /u, ''),
        file: `${API_FOLDER}/${path}`,
        aliases: index ? [`${API_FOLDER}/${path}`.replace(/\/index\.md$/u, '')] : [],
        edit: null,
        ...(group === '' ? {} : { group }),
        search: 'page',
        blocks: [markdown(path === 'index.md' ? text.replace(/^# .*$/mu, '# API reference') : text)],
      };
    })
    .sort((a, b) => rank(a).localeCompare(rank(b), 'en') || a.title.localeCompare(b.title, 'en'));
}

/** The list of modules, then each module followed by what it exports. */
function rank({ path, group }: PageSource): string {
  if (path === 'api/index.html') return '';
  return `${group} ${path.endsWith('/index.html') ? 0 : 1}`;
}
