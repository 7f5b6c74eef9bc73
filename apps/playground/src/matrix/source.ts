/** Where a matrix comes from. */
export type PageMatrixSource =
  | { readonly kind: 'bundled'; readonly name: string; readonly url: string }
  | { readonly kind: 'generated'; readonly generator: string; readonly params: Readonly<Record<string, string>> }
  /** Dropped or chosen: no address leads to it. `again`: which of several of this name it is, from 2 on. `banner`: the first line that it is read as if it had. */
  | { readonly kind: 'file'; readonly file: File; readonly again?: number; readonly banner?: string }
  /** `linked`: a link brought it, and the name of its file where it had one. */
  | {
      readonly kind: 'pasted';
      readonly text: string;
      readonly again?: number;
      readonly banner?: string;
      readonly linked?: string;
    };

/** Begins a name that is the text itself, after a line with the name of its file where it has one. */
const TEXT = 'text:';
const PASTED = 'pasted text';
/** Most characters of a text that a link carries: with what it escapes that is an address which arrives nearly everywhere. */
const MOST_TEXT = 1200;

/** A source as the command writes it: what an address can hold. */
export type SourceName = string;

function timesOf({ again }: { readonly again?: number }): string {
  return again === undefined ? '' : ` (${again})`;
}

/** `cavity10`, `gen:stencil27?n=16`; `text:…` for a small text, which a link carries; `file:NAME` for what only this page has. */
export function nameOfSource(source: PageMatrixSource): SourceName {
  switch (source.kind) {
    case 'bundled':
      return source.name;
    case 'generated': {
      const query = new URLSearchParams(source.params).toString();
      return `gen:${source.generator}${query === '' ? '' : `?${query}`}`;
    }
    case 'file':
      return `file:${source.file.name}${timesOf(source)}`;
    case 'pasted':
      return source.linked === undefined
        ? `file:${PASTED}${timesOf(source)}`
        : `${TEXT}${source.linked}${source.linked && '\n'}${source.text}`;
  }
}

/**
 * The source that a name stands for; undefined for a file, which a name cannot bring back, and for no name. `urls` are those of the
 * bundled matrices: of any other name the reader says that there is none.
 */
export function sourceOfName(name: SourceName, urls: ReadonlyMap<string, string>): PageMatrixSource | undefined {
  if (name === '' || isLocal(name)) return undefined;
  if (name.startsWith('gen:')) {
    const [generator = '', query = ''] = name.slice('gen:'.length).split('?', 2);
    return { kind: 'generated', generator, params: Object.fromEntries(new URLSearchParams(query)) };
  }
  if (name.startsWith(TEXT)) {
    const [linked, text] = carriedParts(name);
    return { kind: 'pasted', text, linked };
  }
  return { kind: 'bundled', name, url: urls.get(name) ?? '' };
}

/** Name of the file and text of a name that is a text. */
function carriedParts(name: SourceName): readonly [file: string, text: string] {
  const [, file, text] = /^text:(?!%%)([^\n]+)\n(%%[^]*)$/u.exec(name) ?? [];
  return file !== undefined && text !== undefined ? [file, text] : ['', name.slice(TEXT.length)];
}

/** The name by which a link carries a matrix of this device: its text, where that is short; undefined where it is not. */
export async function carriedName(source: PageMatrixSource): Promise<SourceName | undefined> {
  if (source.kind !== 'file' && source.kind !== 'pasted') return undefined;
  if (source.kind === 'file' && source.file.size > MOST_TEXT) return undefined;
  const own = source.kind === 'file' ? await source.file.text() : source.text;
  const text = source.banner === undefined ? own : `${source.banner}\n${own}`;
  if (!text.startsWith('%%MatrixMarket') || text.length > MOST_TEXT) return undefined;
  const linked = source.kind === 'file' ? shownName(nameOfSource(source)) : '';
  return nameOfSource({ kind: 'pasted', text: `${text.trimEnd()}\n`, linked });
}

/** What a person is shown of a name: that of the file, and a text that is one is not. */
export function shownName(name: SourceName): string {
  return name.startsWith(TEXT) ? carriedParts(name)[0] || PASTED : isLocal(name) ? name.slice('file:'.length) : name;
}

/** Whether a name is that of a file of this device. */
export function isLocal(name: SourceName): boolean {
  return name.startsWith('file:');
}
