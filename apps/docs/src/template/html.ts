const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML, also inside an attribute with double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? sign);

/** Text of HTML that this program made. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/gu, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Something wider than a page scrolls in a box of its own, which the keyboard reaches. */
export const scrolling = (name: string, html: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${html}</div>`;
