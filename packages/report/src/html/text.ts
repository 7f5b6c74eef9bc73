import { escape } from './escape.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u202A-\u202E\u2066-\u2069]/u;

/** Text from elsewhere, kept from turning the direction of what stands around it. */
export function foreign(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `<bdi>${escape(text)}</bdi>` : escape(text);
}

/** Paragraphs, separated by empty lines. */
export function paragraphs(text: string, tone: string): string {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => `<p class="${tone}">${foreign(paragraph.trim())}</p>`)
    .join('\n');
}
