/**
 * Metadata in comments as the SuiteSparse collection writes it: `% name: HB/west0067`, `% kind: chemical process`,
 * a first line `% UF Sparse Matrix Collection, …`, `% [Chemical engineering plant models …]` as title and
 * `% http…` as url. Keys in lower case; the first of two equal keys wins. Free text is left in `comments`.
 */
export function structuredComments(comments: readonly string[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const keep = (key: string, value: string): void => {
    if (!found.has(key) && value !== '') found.set(key, value);
  };
  for (const comment of comments) {
    const text = comment.trim();
    const pair = /^([A-Za-z][\w-]{0,30}):\s+(\S.*)$/.exec(text);
    const title = /^\[(.+)\]$/.exec(text);
    if (/^https?:\/\/\S+$/.test(text)) keep('url', text);
    else if (title !== null) keep('title', (title[1] as string).trim());
    else if (pair !== null) keep((pair[1] as string).toLowerCase(), (pair[2] as string).trim());
  }
  return Object.fromEntries(found);
}

/** The type of a `%%GraphBLAS type` line (comment text without its first `%`), or undefined. */
export function graphblasTypeOf(comment: string): string | undefined {
  return /^%GraphBLAS\s+type\s+(\S.*?)\s*$/i.exec(comment)?.[1]?.toLowerCase();
}
