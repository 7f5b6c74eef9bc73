import type { Repository } from '../repository.ts';
import { escapeHtml, scrolling } from '../template/html.ts';
import { relativeTo } from '../template/paths.ts';
import type { Block, CopiedFile, PageSource, SiteContents } from './page.ts';
import { html, markdown, titleOf } from './page.ts';
import { splitReport } from './report-file.ts';

const FOLDER = 'bench/results';
/** Above this the site links to the file in the repository instead of carrying it. */
const MOST_COPIED_BYTES = 2 ** 20;
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
    .filter(({ path, size }) => !/\.(?:md|html)$/u.test(path) && size <= MOST_COPIED_BYTES)
    .map(({ path }): CopiedFile => ({ path: `results/${path}`, file: `${FOLDER}/${path}` }));
  const copied = new Set(copies.map(({ path }) => path));
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
      blocks: [markdown(text, `${FOLDER}/${folder}/README.md`), ...listOf(repository, own, others, copied)],
    };
    const shown = others.flatMap((file): readonly PageSource[] => {
      const blocks = blocksOf(repository, file, copied);
      if (blocks === undefined) return [];
      return [
        {
          path: pageOf(file.path),
          section: 'results',
          title: titleIn(repository, file.path),
          ...group,
          file: `${FOLDER}/${file.path}`,
          search: 'page',
          blocks,
        },
      ];
    });
    return [first, ...shown];
  });
  const texts = recorded
    .filter(({ path }) => path.endsWith('.html'))
    .flatMap(({ path }) => splitReport(`results/${path}`, repository.read(`${FOLDER}/${path}`)));
  return { pages, copies, texts };
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
const pageOf = (path: string): string => `results/${path.replace(/\.(?:md|html)$/u, '')}.html`;
const isShown = ({ path, size }: Recorded): boolean =>
  /\.(?:md|csv|html)$/u.test(path) || (/\.(?:txt|log|json)$/u.test(path) && size <= MOST_SHOWN_BYTES);

/** `1 360 kB`. */
function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(0.1, Math.round(bytes / 100) / 10);
  return `${(kilobytes >= 10 ? Math.round(kilobytes) : kilobytes).toString().replaceAll(/\B(?=(\d{3})+$)/gu, '\u202f')} kB`;
}

/** The file itself: in the site, or in the repository when it is large. */
function download(repository: Repository, from: string, { path, size }: Recorded, copied: ReadonlySet<string>): string {
  const target = `results/${path}`;
  const where = copied.has(target)
    ? `href="${escapeHtml(relativeTo(from, target))}" download`
    : `href="${escapeHtml(repository.address(`${FOLDER}/${path}`, 'raw'))}"`;
  return `<a ${where}>${escapeHtml(nameIn(path))}</a> (${sizeInWords(size)})`;
}

function listOf(
  repository: Repository,
  from: string,
  files: readonly Recorded[],
  copied: ReadonlySet<string>,
): readonly Block[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => {
    const name = escapeHtml(nameIn(file.path));
    const shown = isShown(file) ? `<a href="${escapeHtml(relativeTo(from, pageOf(file.path)))}">${name}</a>` : name;
    const given = file.path.endsWith('.md') ? '' : download(repository, from, file, copied);
    return `<tr><th scope="row">${shown}</th><td>${given}</td></tr>`;
  });
  const table = `<table><thead><tr><th scope="col">file</th><th scope="col">download</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return [
    markdown('## Files of this folder'),
    html(scrolling('Files of this folder', table), files.map(({ path }) => nameIn(path)).join(' ')),
  ];
}

function blocksOf(repository: Repository, file: Recorded, copied: ReadonlySet<string>): readonly Block[] | undefined {
  // A report is a page already.
  if (!isShown(file) || file.path.endsWith('.html')) return undefined;
  const text = repository.read(`${FOLDER}/${file.path}`);
  const name = nameIn(file.path);
  if (name.endsWith('.md')) return [markdown(text)];
  const given = `<p>The file as it was recorded: ${download(repository, pageOf(file.path), file, copied)}.</p>`;
  const head = [markdown(`# ${name}`), html(given)];
  if (name.endsWith('.csv')) return [...head, ...tableOf(name, text)];
  return [
    ...head,
    name.endsWith('.json')
      ? markdown(`\`\`\`json\n${text}\n\`\`\``)
      : html(`<pre tabindex="0">${escapeHtml(text)}</pre>`),
  ];
}

/** Cells of one line; a cell in double quotes may hold commas, and a quote as two. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

function tableOf(name: string, text: string): readonly Block[] {
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
