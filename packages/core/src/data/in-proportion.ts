/** Elements that a shape may ask for whatever is in a matrix, 1 GiB of float64, and how many for each entry beyond that. */
const [FREE, FOR_EACH] = [2 ** 27, 64];

/**
 * Whether so many elements, of rows and columns, are in proportion to the entries of a matrix: a file declares a shape in a few bytes, and memory, disk and time go by what
 * is in it.
 */
export function isInProportion(elements: number, entries: number, forEach: number = FOR_EACH): boolean {
  return elements <= FREE + forEach * entries;
}
