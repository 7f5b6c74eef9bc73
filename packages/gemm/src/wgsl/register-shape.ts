/** The shape of a kernel with register tiles. */
export interface RegisterShape {
  readonly [name: string]: number;
  /** Rows and columns of the result that a workgroup computes. */
  readonly tileRows: number;
  readonly tileCols: number;
  /** Terms of the sums that go through workgroup memory at a time. */
  readonly depth: number;
  /** Rows and columns that a thread computes in its registers: multiples of 4. */
  readonly threadRows: number;
  readonly threadCols: number;
  /** Copies of the tiles in workgroup memory: with two, one is filled while the other is multiplied. */
  readonly buffers: number;
}

/** How a kernel reads one operand: lines are rows of the left matrix, columns of the right one. */
export interface PanelReading {
  /** What neighbours in memory are: lines of the same term, or terms of the same line. */
  readonly along: 'lines' | 'terms';
  /** Whether four neighbours that begin at a multiple of four may be loaded at once. */
  readonly quads: boolean;
}

/** Threads of a workgroup. */
export function threadsOf({ tileRows, tileCols, threadRows, threadCols }: RegisterShape): number {
  return (tileRows / threadRows) * (tileCols / threadCols);
}

/** Elements from one term to the next in workgroup memory. Four more where neighbours are terms: else they are stored into the same bank. */
export function termStride(lines: number, { along }: PanelReading): number {
  return along === 'terms' ? lines + 4 : lines;
}

/** Bytes of workgroup memory, of sums of so many bytes. */
export function sharedBytes(shape: RegisterShape, left: PanelReading, right: PanelReading, sumBytes: number): number {
  const { tileRows, tileCols, depth, buffers } = shape;
  return buffers * depth * (termStride(tileRows, left) + termStride(tileCols, right)) * sumBytes;
}
