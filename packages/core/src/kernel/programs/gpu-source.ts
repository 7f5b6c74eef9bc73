/** Source or binary text of a GPU program: given here, or in a file that the backend reads. */
export type GpuSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string };

/**
 * What a kernel argument or binding stands for: an array of the stored matrix by the name of its operand (`A.values`), one the kernel's
 * `analyse` made (`auxiliary.tiles`), scratch memory of the program that keeps its contents between products (`scratch.partials`), or an operand
 * in memory by its name (`x`).
 */
export type BufferName = string;

/** Scratch memory by name, in bytes, zeroed once when the operator is prepared. */
export type ScratchBytes = Readonly<Record<string, number>>;
