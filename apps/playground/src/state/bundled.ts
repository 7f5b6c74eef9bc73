/** A matrix that comes with the page. */
export interface ShippedMatrix {
  readonly name: string;
  /** Its address, whole: workers have another base. */
  readonly url: string;
  /** The address of a small picture of one colour. */
  readonly picture: string;
  /** What its rows look like. */
  readonly why: string;
  readonly author: string;
  readonly licence: string;
}

interface Index {
  readonly matrices: readonly (Omit<ShippedMatrix, 'url' | 'picture'> & { readonly file: string })[];
}

/** Milliseconds after which the page does without: what never answers would leave it blank. */
const PATIENCE_MS = 10_000;

/** The matrices that come with the page, or why there are none. */
export interface Bundled {
  readonly matrices: readonly ShippedMatrix[];
  readonly missing?: string;
}

/** What became of a file that did not come. A host that answers with another page has sent no list. */
function whyNot(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `has not answered for ${PATIENCE_MS / 1000} s`;
  if (error instanceof SyntaxError) return 'is not the list of them';
  return `could not be reached (${String(error)})`;
}

/** The list of the matrices in `matrices/` beside the page. Never throws: without them everything else is there. */
export async function bundledMatrices(base: string): Promise<Bundled> {
  const folder = new URL('matrices/', base);
  const url = new URL('index.json', folder).href;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return { matrices: [], missing: `${url} answers with ${response.status}` };
    const { matrices } = (await response.json()) as Index;
    return {
      matrices: matrices.map(({ file, ...rest }) => ({
        ...rest,
        url: new URL(file, folder).href,
        picture: new URL(`${rest.name}.svg`, folder).href,
      })),
    };
  } catch (error) {
    return { matrices: [], missing: `${url} ${whyNot(error)}` };
  }
}
