import type { Repository } from '../repository.ts';
import type { PageSource } from './page.ts';
import { markdown, titleOf } from './page.ts';

/** Documents that are parts of the site themselves, by their names in docs/. */
const PARTS: Readonly<Record<string, 'errors' | 'matrix-market'>> = {
  'errors.md': 'errors',
  'matrix-market-conformance.md': 'matrix-market',
};

/** What a reader wants first; the documents that are not named follow by name. */
const ORDER = [
  'start.md',
  'concepts.md',
  'choosing-a-format.md',
  'contract.md',
  'screens.md',
  'bundlers.md',
  'plugin-guide.md',
  'glossary.md',
];

const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** The README, CONTRIBUTING, how this project measures, and every document of docs/. */
export function guidePages(repository: Repository): readonly PageSource[] {
  const page = (file: string, path: string, title?: string, aliases: readonly string[] = []): PageSource => {
    const text = repository.read(file);
    return { path, section: 'guide', title: title ?? titleOf(text), file, aliases, blocks: [markdown(text)] };
  };
  const documents = repository
    .list('docs')
    .filter((name) => name.endsWith('.md'))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  return [
    page('README.md', 'guide/index.html', 'Begin here', ['.', '']),
    ...documents.map((name): PageSource => {
      const part = PARTS[name];
      const made = page(`docs/${name}`, `guide/${name.replace(/\.md$/u, '.html')}`);
      return part === undefined ? made : { ...made, section: part, path: `${part}/index.html` };
    }),
    page('bench/README.md', 'guide/bench.html', undefined, ['bench']),
    page('CONTRIBUTING.md', 'guide/contributing.html'),
  ];
}

/** Every decision. */
export function decisionPages(repository: Repository): readonly PageSource[] {
  return repository
    .list('docs/adr')
    .filter((name) => name.endsWith('.md'))
    .sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1))
    .map((name) => {
      const file = `docs/adr/${name}`;
      const text = repository.read(file);
      const index = name === 'README.md';
      return {
        path: index ? 'adr/index.html' : `adr/${name.replace(/\.md$/u, '.html')}`,
        section: 'adr',
        title: titleOf(text),
        file,
        aliases: index ? ['docs/adr'] : [],
        blocks: [markdown(text)],
      };
    });
}
