import type { Repository } from '../repository.ts';
import { escapeHtml, scrolling } from '../template/html.ts';
import { relativeTo } from '../template/paths.ts';
import type { PageBlock, CopiedFile, PageSource, SiteContents } from './page.ts';
import { html, markdown, titleOf } from './page.ts';

const FOLDER = 'bench/results';
/** Texts below this stand in a page of their own. */
const MOST_SHOWN_BYTES = 2 ** 15;
const MOST_ROWS = 100;

interface Recorded {
  /** Relative to the folder of all results: `cuda/h200.csv`. */
  readonly path: string;
  readonly size: number;
}

/** What was measured: Markdown as pages, tables and short texts as pages with the file beside them, the rest as files with their sizes. */
export function resultPages(repository: Repository): SiteContents {
  const recorded = filesOf(repository, '');
  const folders = [...new Set(recorded.map(({ path }) => folderOf(path)))];
  const copies = recorded
    .filter(({ path }) => !path.endsWith('.md'))
    .map(({ path }): CopiedFile => ({ path: `results/${path}`, file: `${FOLDER}/${path}` }));
  const pages = folders.flatMap((folder) => {
    const files = recorded.filter(({ path }) => folderOf(path) === folder);
    const group = folder === '' ? {} : { group: folder };
    const index = files.find(({ path }) => path.endsWith('README.md'));
    const text =
      index === undefined
        ? `# ${folder}\n\nWhat was recorded in this folder; what it shows say [the results](${'../'.repeat(folder.split('/').length)}README.md).`
        : repository.read(`${FOLDER}/${index.path}`);
    const own = `${folder === '' ? 'results' : `results/${folder}`}/index.html`;
    const others = files.filter((file) => file !== index);
    const first: PageSource = {
      path: own,
      section: 'results',
      title: folder === '' ? 'Results' : titleOf(text),
      ...group,
      ...(index === undefined ? { edit: null } : { file: `${FOLDER}/${index.path}` }),
      aliases: [folder === '' ? FOLDER : `${FOLDER}/${folder}`],
      blocks: [markdown(text, `${FOLDER}/${folder}/README.md`), ...listOf(own, others)],
    };
    const shown = others.flatMap((file): readonly PageSource[] => {
      const blocks = blocksOf(repository, file);
      if (blocks === undefined) return [];
      return [
        {
          path: pageOf(file.path),
          section: 'results',
          title: titleIn(repository, file.path),
          ...group,
          file: `${FOLDER}/${file.path}`,
          search: 'page',
          // The name of a file says little beside titles.
          ...(file.path.endsWith('.md') ? {} : { unlisted: true as const }),
          blocks,
        },
      ];
    });
    return [first, ...shown];
  });
  return { pages, copies };
}

function filesOf(repository: Repository, folder: string): readonly Recorded[] {
  return repository.list(`${FOLDER}/${folder}`).flatMap((name) => {
    if (name.endsWith('/')) return filesOf(repository, `${folder}${name}`);
    const path = `${folder}${name}`;
    return [{ path, size: repository.size(`${FOLDER}/${path}`) }];
  });
}

const titleIn = (repository: Repository, path: string): string =>
  (path.endsWith('.md') ? titleOf(repository.read(`${FOLDER}/${path}`)) : '') || nameIn(path);
const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const nameIn = (path: string): string => path.split('/').at(-1) ?? path;
const pageOf = (path: string): string => `results/${path.replace(/\.md$/u, '')}.html`;
const isShown = ({ path, size }: Recorded): boolean =>
  /\.(?:md|csv)$/u.test(path) || (path.endsWith('.txt') && size <= MOST_SHOWN_BYTES);

/** `1 360 kB`. */
function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(0.1, Math.round(bytes / 100) / 10);
  return `${(kilobytes >= 10 ? Math.round(kilobytes) : kilobytes).toString().replaceAll(/\B(?=(\d{3})+$)/gu, '\u202f')} kB`;
}

/** The file itself. */
function download(from: string, { path, size }: Recorded): string {
  return `<a href="${escapeHtml(relativeTo(from, `results/${path}`))}" download>${escapeHtml(nameIn(path))}</a> (${sizeInWords(size)})`;
}

function listOf(from: string, files: readonly Recorded[]): readonly PageBlock[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => {
    const name = escapeHtml(nameIn(file.path));
    const shown = isShown(file) ? `<a href="${escapeHtml(relativeTo(from, pageOf(file.path)))}">${name}</a>` : name;
    const given = file.path.endsWith('.md') ? '' : download(from, file);
    return `<tr><th scope="row">${shown}</th><td>${given}</td></tr>`;
  });
  const table = `<table><thead><tr><th scope="col">file</th><th scope="col">download</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return [
    markdown('## Files of this folder'),
    html(scrolling('Files of this folder', table), files.map(({ path }) => nameIn(path)).join(' ')),
  ];
}

function blocksOf(repository: Repository, file: Recorded): readonly PageBlock[] | undefined {
  if (!isShown(file)) return undefined;
  const text = repository.read(`${FOLDER}/${file.path}`);
  const name = nameIn(file.path);
  if (name.endsWith('.md')) return [markdown(text)];
  const given = `<p>The file as it was recorded: ${download(pageOf(file.path), file)}.</p>`;
  const head = [markdown(`# ${name}`), html(given)];
  if (name.endsWith('.csv')) return [...head, ...tableOf(name, text)];
  return [...head, html(`<pre tabindex="0">${escapeHtml(text)}</pre>`)];
}

/** Cells of one line; a cell in double quotes may hold commas, and a quote as two. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

function tableOf(name: string, text: string): readonly PageBlock[] {
  const [header = [], ...rows] = text
    .split(/\r?\n/u)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(cellsOf);
  const cells = (row: readonly string[], open: string, tag: string): string =>
    row
      .map(
        (cell) =>
          `<${open}${/^-?[\d.]+(?:e[+-]?\d+)?$/u.test(cell) ? ' class="right"' : ''}>${escapeHtml(cell)}</${tag}>`,
      )
      .join('');
  const shown = rows.slice(0, MOST_ROWS);
  const body = shown.map((row) => `<tr>${cells(row, 'td', 'td')}</tr>`).join('');
  const table = `<table><thead><tr>${cells(header, 'th scope="col"', 'th')}</tr></thead><tbody>${body}</tbody></table>`;
  const note =
    rows.length > shown.length
      ? `<p>The first ${shown.length} of ${rows.length} rows.</p>`
      : `<p>${rows.length} rows.</p>`;
  return [html(note), html(scrolling(`Table: ${name}`, table), header.join(' '))];
}
