import { planStorage, structureOf } from '@spmv/core';
import type { FoundFormat } from '../formats/discover.ts';
import { drawnMatrix, examplesOf } from '../formats/examples.ts';
import { drawPicture, matrixTable } from '../formats/picture.ts';
import type { Repository } from '../repository.ts';
import { API_FOLDER } from './api.ts';
import type { PageBlock, PageSource } from './page.ts';
import { html, markdown } from './page.ts';

/** A page of each format that a package brings, with the arrays it stores, and one of all of them. */
export function formatPages(
  repository: Repository,
  found: readonly FoundFormat[],
  api: ReadonlyMap<string, string>,
): readonly PageSource[] {
  const pages = found.map((each): PageSource => ({
    path: `formats/${each.format.id.replaceAll('/', '-')}.html`,
    section: 'formats',
    title: each.format.title,
    file: virtualFile(each),
    edit: `packages/${each.room}/src/${sourceOf(repository, each)}`,
    blocks: blocksOf(each, api),
  }));
  return [overview(found), ...pages];
}

/** By this name pages link to the page of a format; there is no such file. */
export const virtualFile = ({ format }: FoundFormat): string => `docs/formats/${format.id}.md`;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function sourceOf(repository: Repository, { room, format }: FoundFormat): string {
  const name = `${format.id}.ts`;
  return repository.exists(`packages/${room}/src/${name}`) ? name : 'index.ts';
}

function overview(found: readonly FoundFormat[]): PageSource {
  const structure = structureOf(drawnMatrix());
  const rows = found.map(({ format, packageName, room }) => {
    const [example] = examplesOf(format.id);
    const plan = planStorage(format, structure, example?.params ?? {}, 'f64');
    const bytes = plan.refusal === undefined ? String(plan.bytes) : 'refused';
    return `| [\`${format.id}\`](${format.id}.md) | ${cell(format.title)} | [\`${packageName}\`](../../packages/${room}/README.md) | ${bytes} |`;
  });
  const text = `# Formats

How a sparse matrix is stored. Each page shows the arrays that the format keeps for the same matrix of seven entries, made by the format's own
code when these pages were made. In all of them an entry has the colour of its row.`;
  const table = `| id | format | package | bytes for this matrix in f64 |
| --- | --- | --- | ---: |
${rows.join('\n')}

The parameters are those of each page. Your own matrix: \`npx spmv info MATRIX\`, or drop it on the first page of this site.`;
  const file = 'docs/formats/README.md';
  return {
    path: 'formats/index.html',
    section: 'formats',
    title: 'Formats',
    file,
    edit: 'apps/docs/src/pages/formats.ts',
    blocks: [
      markdown(text, file),
      html(`<div class="picture">${matrixTable(drawnMatrix())}</div>`),
      markdown(table, file),
    ],
  };
}

function blocksOf(found: FoundFormat, api: ReadonlyMap<string, string>): readonly PageBlock[] {
  const { format, packageName, room, exportName, kernels } = found;
  const reference = `${packageName}/variables/${exportName}.md`;
  const documented = api.get(reference);
  if (documented === undefined) throw new Error(`the API reference has no page of ${packageName}'s ${exportName}`);
  const examples = examplesOf(format.id);
  const pictures = examples.flatMap((example): readonly PageBlock[] => {
    const { html: drawn } = drawPicture(format, example);
    return [...(example.why === undefined ? [] : [markdown(example.why)]), html(drawn)];
  });
  return [
    markdown(`# ${format.title}: \`${format.id}\``),
    markdown(commentOf(documented), `${API_FOLDER}/${reference}`),
    markdown('## What it stores'),
    ...pictures,
    markdown(`Hatched places hold no entry: no product reads x for them.\n\n## Arrays\n\n${arrays(found)}`),
    ...(Object.keys(format.params.axes).length === 0 ? [] : [markdown(`## Parameters\n\n${parameters(found)}`)]),
    ...(kernels.length === 0 ? [] : [markdown(`## Kernels\n\n${kernelList(found)}`)]),
    ...(format.sources.length === 0 ? [] : [markdown(`## Sources\n\n${sources(found)}`)]),
    markdown(
      `## Use it\n\n\`\`\`sh\nnpm install ${packageName}\nnpx spmv bench MATRIX --format ${format.id},csr\n\`\`\`\n\nIts package: [\`${packageName}\`](../../packages/${room}/README.md). In the API: [\`${exportName}\`](../api/${reference}).`,
      virtualFile(found),
    ),
  ];
}

/** The doc comment alone: without the declaration above it, and without pictures, which these pages draw themselves. */
function commentOf(reference: string): string {
  const [, comment = ''] = /^Defined in: .*$([\s\S]*)/mu.exec(reference) ?? [];
  return comment.replaceAll(/^```\n[\s\S]*?^```$/gmu, '').trim();
}

function arrays({ format }: FoundFormat): string {
  const rows = Object.entries(format.layout).map(([name, { element, length, doc }]) => {
    const types = typeof element === 'string' ? element : element.join(' or ');
    return `| \`${name}\` | ${types === 'value' ? 'f64 or f32' : types} | ${cell(length)} | ${cell(doc)} |`;
  });
  return ['| array | element | length | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function parameters({ format }: FoundFormat): string {
  const rows = Object.entries(format.params.axes).map(([name, { values, default: usual, range, doc }]) => {
    const any = range === undefined ? '' : `; any ${range.integer ? 'integer ' : ''}${range.min} … ${range.max}`;
    return `| \`${name}\` | ${cell(values.map(String).join(', '))}${any} | ${cell(String(usual))} | ${cell(doc)} |`;
  });
  return ['| parameter | values | default | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function kernelList({ kernels }: FoundFormat): string {
  const rows = kernels.map(
    ({ id, operation, title, target }) => `| \`${id}\` | ${target} | ${operation} | ${cell(title)} |`,
  );
  return ['| kernel | language | operation | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function sources({ format }: FoundFormat): string {
  return format.sources
    .map(
      ({ title, section, url }) =>
        `* ${url === undefined ? title : `[${title}](${url})`}${section === undefined ? '' : `, ${section}`}`,
    )
    .join('\n');
}
