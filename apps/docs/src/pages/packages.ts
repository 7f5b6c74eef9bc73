import type { FoundFormat } from '../formats/discover.ts';
import type { Repository } from '../repository.ts';
import { API_FOLDER } from './api.ts';
import { virtualFile } from './formats.ts';
import type { PageBlock, PageSource } from './page.ts';
import { markdown, titleOf } from './page.ts';

/** The README of every package, under the name of its folder, with links to its API and to the pictures of its formats. */
export function packagePages(
  repository: Repository,
  formats: readonly FoundFormat[],
  api: ReadonlyMap<string, string>,
): readonly PageSource[] {
  const packages = repository
    .list('packages')
    .map((name) => name.replace(/\/$/u, ''))
    .filter((room) => repository.exists(`packages/${room}/README.md`))
    .map((room) => {
      const { name, description } = JSON.parse(repository.read(`packages/${room}/package.json`)) as Manifest;
      return { room, name, description, text: repository.read(`packages/${room}/README.md`) };
    });
  const rows = packages.map(
    ({ room, name, description }) => `| [\`${name}\`](${room}/README.md) | ${description.replaceAll('|', '\\|')} |`,
  );
  const list = `# Packages\n\nEach is published by itself.\n\n| package | brings |\n| --- | --- |\n${rows.join('\n')}`;
  const index: PageSource = {
    path: 'packages/index.html',
    section: 'packages',
    title: 'Packages',
    aliases: ['packages'],
    edit: null,
    blocks: [markdown(list, 'packages/README.md')],
  };
  const pages = packages.map(({ room, name, text }): PageSource => {
    const own = formats.filter((format) => format.room === room);
    return {
      path: `packages/${room}.html`,
      section: 'packages',
      title: titleOf(text),
      file: `packages/${room}/README.md`,
      aliases: [`packages/${room}`],
      blocks: [markdown(text), ...onThisSite(name, own, api.has(`${name}/index.md`))],
    };
  });
  return [index, ...pages];
}

interface Manifest {
  readonly name: string;
  readonly description: string;
}

function onThisSite(name: string, formats: readonly FoundFormat[], hasApi: boolean): readonly PageBlock[] {
  const pictures = formats.map(
    (found) => `* Picture of what it stores: [${found.format.title}](../${virtualFile(found)})`,
  );
  const lines = [...pictures, ...(hasApi ? [`* API: [\`${name}\`](../${API_FOLDER}/${name}/index.md)`] : [])];
  if (lines.length === 0) return [];
  return [markdown(`## On this site\n\n${lines.join('\n')}`, 'packages/README.md')];
}
