/** A matrix that comes with the page. */
export interface BundledMatrix {
  readonly name: string;
  /** Its address, whole: workers have another base. */
  readonly url: string;
  /** What its rows look like. */
  readonly why: string;
  readonly author: string;
  readonly licence: string;
}

interface Index {
  readonly matrices: readonly (Omit<BundledMatrix, 'url'> & { readonly file: string })[];
}

/** The list of the matrices in `matrices/` beside the page. */
export async function bundledMatrices(base: string): Promise<readonly BundledMatrix[]> {
  const folder = new URL('matrices/', base);
  const response = await fetch(new URL('index.json', folder));
  if (!response.ok) throw new Error(`${response.url} answers with ${response.status}.`);
  const { matrices } = (await response.json()) as Index;
  return matrices.map(({ file, ...rest }) => ({ ...rest, url: new URL(file, folder).href }));
}
