import { posix } from 'node:path';
import type { CopiedFile, PageSource } from '../pages/page.ts';
import type { Repository } from '../repository.ts';
import { relativeTo } from '../template/paths.ts';
import type { PageLinks } from './render.ts';

/** What the pages hold, by the paths of the repository that links name. */
export interface LinkIndex {
  readonly pageOf: ReadonlyMap<string, string>;
  readonly copyOf: ReadonlyMap<string, string>;
  /** Page of an error's code, with its anchor. */
  readonly codePage: ReadonlyMap<string, string>;
}

export function linkIndex(
  pages: readonly PageSource[],
  copies: readonly CopiedFile[],
  codes: readonly string[],
): LinkIndex {
  return {
    pageOf: new Map(
      pages.flatMap(({ path, file, aliases = [] }) =>
        [...(file === undefined ? [] : [file]), ...aliases].map((name) => [name, path] as const),
      ),
    ),
    copyOf: new Map(copies.map(({ path, file }) => [file, path])),
    codePage: new Map(codes.map((code) => [code, `errors/index.html#${code}`])),
  };
}

/**
 * Where the links of a text lead that stands in `file` of the repository and on `page` of the site: to a page, to a file of the site, else to
 * the file in the repository. What is none of these is added to `problems`.
 */
export function siteLinks(
  repository: Repository,
  index: LinkIndex,
  page: string,
  file: string,
  problems: string[],
): PageLinks {
  const fromPage = (target: string): string => {
    const [path = '', anchor] = target.split('#', 2);
    return `${relativeTo(page, path)}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const pathIn = (href: string): string | undefined => {
    const inRepository = repository.pathOf(href);
    if (inRepository !== undefined) return inRepository;
    if (/^[a-z][a-z0-9+.-]*:/iu.test(href)) return undefined;
    const named = posix.normalize(posix.join(posix.dirname(file), decodeURI(href))).replace(/\/$/u, '');
    // Where packing puts docs/ into a package.
    return named.replace(/^packages\/[^/]+\/dist\/docs\//u, 'docs/');
  };
  const resolve = (href: string): string => {
    if (href.startsWith('#')) return href;
    const [named = '', anchor] = href.split('#', 2);
    const path = pathIn(named);
    if (path === undefined) return href;
    const target = index.pageOf.get(path) ?? index.copyOf.get(path);
    const tail = anchor === undefined || anchor === '' ? '' : `#${anchor}`;
    if (target !== undefined)
      return fromPage(target + (repository.pathOf(named) !== undefined && /^#L\d/u.test(tail) ? '' : tail));
    if (!repository.exists(path)) {
      problems.push(`${file} links to '${href}', which is neither a page nor a file`);
      return href;
    }
    return repository.address(path) + tail;
  };
  return {
    link: resolve,
    image: (src) => {
      const path = pathIn(src) ?? '';
      const target = index.copyOf.get(path);
      if (target === undefined) {
        problems.push(`${file} shows '${src}', which is no picture of docs/images`);
        return { src };
      }
      return { src: fromPage(target), ...sizeOf(repository, path) };
    },
    code: (text) => {
      const target = index.codePage.get(text);
      return target === undefined ? undefined : fromPage(target);
    },
  };
}

/** Width and height of a PNG, so that the page does not jump when the picture comes. */
function sizeOf(repository: Repository, path: string): { readonly width?: number; readonly height?: number } {
  if (!path.endsWith('.png')) return {};
  const bytes = repository.bytes(path);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
