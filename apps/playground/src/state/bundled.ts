/** A matrix that comes with the page. */
export interface BundledMatrix {
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
  readonly matrices: readonly (Omit<BundledMatrix, 'url' | 'picture'> & { readonly file: string })[];
}

/** Milliseconds after which the page does without: what never answers would leave it blank. */
const PATIENCE_MS = 10_000;

/** The matrices that come with the page, or why there are none. */
export interface Bundled {
  readonly matrices: readonly BundledMatrix[];
  readonly missing?: string;
}

/** The list of the matrices in `matrices/` beside the page. Never throws: without them everything else is there. */
export async function bundledMatrices(base: string): Promise<Bundled> {
  const folder = new URL('matrices/', base);
  try {
    const response = await fetch(new URL('index.json', folder), { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return { matrices: [], missing: `${response.url} answers with ${response.status}` };
    const { matrices } = (await response.json()) as Index;
    return {
      matrices: matrices.map(({ file, ...rest }) => ({
        ...rest,
        url: new URL(file, folder).href,
        picture: new URL(`${rest.name}.svg`, folder).href,
      })),
    };
  } catch (error) {
    return { matrices: [], missing: error instanceof Error ? error.message : String(error) };
  }
}
