import type { PageSource, SectionId } from '../pages/page.ts';
import { SECTIONS } from '../pages/page.ts';
import { escapeHtml } from './html.ts';
import { relativeTo } from './paths.ts';

/** All pages in reading order: those of a section follow one another. */
export function inReadingOrder(pages: readonly PageSource[]): readonly PageSource[] {
  return SECTIONS.flatMap(({ id }) => pages.filter(({ section }) => section === id));
}

const firstOf = (section: SectionId): string => `${section}/index.html`;

/** A section's pages: those without a group, then each group, opened where the reader is. The API has too many exports to list. */
export function sidebar(page: PageSource, pages: readonly PageSource[]): string {
  const sections = SECTIONS.map(({ id, title }) => {
    const current = id === page.section;
    const own = firstOf(id);
    const link = linkTo(page, own, title, page.path === own);
    return `<li${current ? ' class="open"' : ''}>${link}${current ? items(page, pages) : ''}</li>`;
  });
  return `<nav class="side" id="site-nav" aria-label="Pages"><ul><li>${linkTo(page, 'index.html', 'Playground', false)}</li>${sections.join('')}</ul></nav>`;
}

function items(page: PageSource, pages: readonly PageSource[]): string {
  const own = pages.filter(({ section, path }) => section === page.section && path !== firstOf(page.section));
  const listed = own.filter(
    ({ path, group, unlisted }) =>
      !unlisted &&
      (group === undefined || path.endsWith('/index.html') || (group === page.group && page.section !== 'api')),
  );
  if (listed.length === 0) return '';
  const lines = listed.map(({ path, title, group }) => {
    const inner = group !== undefined && !path.endsWith('/index.html');
    const inside = page.section === 'api' && group === page.group && path !== page.path;
    return `<li${inner ? ' class="inner"' : inside ? ' class="holds"' : ''}>${linkTo(page, path, title, path === page.path)}</li>`;
  });
  return `<ul>${lines.join('')}</ul>`;
}

function linkTo(page: PageSource, path: string, title: string, current: boolean): string {
  return `<a href="${escapeHtml(relativeTo(page.path, path))}"${current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
}

/** Where the page stands: site, section, group. */
export function breadcrumb(page: PageSource, pages: readonly PageSource[]): string {
  const section = SECTIONS.find(({ id }) => id === page.section);
  const steps: string[] = [linkTo(page, 'index.html', 'spmv', false)];
  if (section !== undefined && page.path !== firstOf(page.section))
    steps.push(linkTo(page, firstOf(page.section), section.title, false));
  const group = pages.find(
    ({ section: of, group: name, path }) =>
      of === page.section && name !== undefined && name === page.group && path.endsWith('/index.html'),
  );
  if (group !== undefined && group !== page) steps.push(linkTo(page, group.path, group.title, false));
  steps.push(`<span aria-current="page">${escapeHtml(page.title)}</span>`);
  return `<nav class="crumbs" aria-label="Breadcrumb"><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></nav>`;
}

/** The pages before and after this one, in its section. */
export function neighbours(page: PageSource, pages: readonly PageSource[]): string {
  const own = pages.filter(({ section }) => section === page.section);
  const at = own.indexOf(page);
  const link = (other: PageSource | undefined, kind: 'prev' | 'next'): string =>
    other === undefined
      ? ''
      : `<a class="${kind}" rel="${kind}" href="${escapeHtml(relativeTo(page.path, other.path))}"><small>${kind === 'prev' ? 'Previous' : 'Next'}</small> ${escapeHtml(other.title)}</a>`;
  const links = link(own[at - 1], 'prev') + link(own[at + 1], 'next');
  return links === '' ? '' : `<nav class="neighbours" aria-label="Previous and next page">${links}</nav>`;
}
