import { posix } from 'node:path';

/** Texts of the site's files by path; those that are no pages are only known to exist. */
export interface CheckedSite {
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlySet<string>;
}

/** Links of the pages that lead nowhere, as sentences. The first page of the site is the playground's. */
export function brokenLinks({ pages, files }: CheckedSite): readonly string[] {
  const ids = new Map([...pages].map(([path, html]) => [path, idsOf(html)]));
  return [...pages].flatMap(([path, html]) => {
    const twice = [...(ids.get(path) ?? [])]
      .filter(([, count]) => count > 1)
      .map(([id]) => `${path}: two elements have the id '${id}'`);
    const links = [...html.matchAll(/\s(?:href|src|data-index)="([^"]*)"/gu)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    return [...twice, ...[...new Set(links)].flatMap((href) => problemOf(path, href) ?? [])];
  });

  function problemOf(from: string, href: string): string | undefined {
    if (/^https?:\/\//u.test(href)) return undefined;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/)/iu.test(href)) return `${from}: '${href}' is not relative`;
    const [named = '', anchor] = href.split('#', 2);
    const target = named === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(named)));
    if (target === 'index.html') return undefined;
    if (!pages.has(target) && !files.has(target)) return `${from}: '${href}' leads nowhere`;
    if (
      anchor !== undefined &&
      anchor !== '' &&
      pages.has(target) &&
      ids.get(target)?.has(decodeURIComponent(anchor)) !== true
    )
      return `${from}: '${href}': no such heading`;
    return undefined;
  }
}

function idsOf(html: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, id = ''] of html.matchAll(/\sid="([^"]*)"/gu)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
