import type { PageParts } from '@spmv/engine';
import { pageHtml } from '@spmv/engine';
import type { PublishedPage } from '../output/publish.ts';

/** The page that was asked for, as a part of a publication; nothing where none was. */
export function pageTo(file: string | undefined, parts: PageParts): { readonly page?: PublishedPage } {
  return file === undefined ? {} : { page: { file, html: () => pageHtml(parts) } };
}
