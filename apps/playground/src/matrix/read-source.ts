import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { MatrixMarketFile } from '@spmv/mmio';
import { cooOfFile, openSource, readAny, toCoo } from '@spmv/mmio';
import { generateMatrix, matrixGenerators } from '@spmv/testkit';
import { entryRemarks } from './entry-remarks.ts';
import { requireModest, requireModestShape } from './modest-size.ts';
import type { LoadProgress } from './protocol.ts';
import type { PageMatrixSource } from './source.ts';
import { nameOfSource } from './source.ts';

/** What a page holds without harm: 2²⁷ entries are 2 GiB of arrays. Bytes stay in proportion to the file, as the readers have it by themselves. */
const LIMITS = { entries: 2 ** 27 } as const;

/** A matrix, and what its file said of itself. */
export interface ReadMatrix {
  readonly coo: CooMatrix;
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
}

/** The bytes of a source, as often as they are asked for. Errors: `FILE.FETCH`. */
export async function openBlob(source: Exclude<PageMatrixSource, { readonly kind: 'generated' }>): Promise<Blob> {
  if (source.kind === 'file') return source.file;
  if (source.kind === 'pasted') return new Blob([source.text]);
  if (source.url === '')
    throw new SpmvError('PARAM.UNKNOWN', `No bundled matrix is called '${source.name}'.`, {
      fix: 'Choose one of the matrices that are listed, or a generator as gen:stencil27?n=16.',
      details: { name: source.name },
    });
  const response = await fetch(source.url).catch((error: unknown) => {
    throw new SpmvError('FILE.FETCH', `${source.url} could not be reached (${String(error)}).`, {
      fix: 'Look whether this device is online and open it again, or use a file of this device.',
      details: { url: source.url },
    });
  });
  if (response.ok) return response.blob();
  throw new SpmvError('FILE.FETCH', `${source.url} answers with ${response.status}, not with a file.`, {
    fix: 'Choose one of the matrices that are listed.',
    details: { url: source.url, status: response.status },
  });
}

function factsOf({ header }: MatrixMarketFile): readonly string[] {
  const { object, format, field, symmetry, metadata } = header;
  const told = [metadata['title'], metadata['kind'], metadata['author']];
  return [`${object} ${format} ${field} ${symmetry}`, ...told.flatMap((text) => (text ? [text] : []))];
}

type OnProgress = (progress: LoadProgress) => void;

/** What generators are told: numbers, or names. Errors: `PARAM.*`. */
function generated(generator: string, params: Readonly<Record<string, string>>, onProgress: OnProgress): CooMatrix {
  const options = matrixGenerators.find(({ name }) => name === generator)?.options ?? {};
  const values = Object.entries(params).map(([key, text]) => [key, options[key]?.names ? text : Number(text)] as const);
  return generateMatrix(generator, Object.fromEntries(values), (size) => {
    requireModest(generator, size);
    onProgress({ bytes: 0, entries: 0, totalEntries: Math.round(size.entries) });
  });
}

/** Reads or makes a matrix, telling how far it has come. Errors: `MMIO.*`, `FILE.*`, `PARAM.*`, those of the engine. */
export async function readSource(source: PageMatrixSource, onProgress: OnProgress): Promise<ReadMatrix> {
  if (source.kind === 'generated')
    return { coo: generated(source.generator, source.params, onProgress), facts: [], warnings: [] };
  const read = await readFile(source, onProgress);
  requireModestShape(read.coo);
  return read;
}

async function readFile(
  source: Exclude<PageMatrixSource, { readonly kind: 'generated' }>,
  onProgress: OnProgress,
): Promise<ReadMatrix> {
  const blob = await openBlob(source);
  const name = source.kind === 'file' ? source.file.name : nameOfSource(source);
  let bytes = 0;
  let entries: Pick<LoadProgress, 'entries' | 'totalEntries'> = { entries: 0 };
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      onProgress({ bytes, totalBytes: blob.size, ...entries });
      yield chunk;
    }
  }
  const file = await readAny(
    counted(openSource(blob).chunks),
    {
      name,
      limits: LIMITS,
      ...('banner' in source ? { assumeBanner: source.banner } : {}),
      onProgress: ({ entries: read, totalEntries }) => {
        entries = totalEntries === undefined ? { entries: read } : { entries: read, totalEntries };
        onProgress({ bytes, totalBytes: blob.size, ...entries });
      },
    },
    async () => {
      const { hdf5File, plugin } = await import('@spmv/interchange');
      // Before that of the plugin, which finds no package in a page.
      return [hdf5File(() => import('h5wasm')), ...(plugin.files ?? [])];
    },
  );
  if ('type' in file) {
    const { openBytes } = await import('@spmv/interchange');
    const other = await file.type.read(await openBytes(file.isPacked ? file.chunks : blob), { limits: LIMITS });
    return { coo: cooOfFile(other), facts: [file.type.title], warnings: [] };
  }
  const warnings = file.warnings.map(({ line, message }) => (line > 0 ? `Line ${line}: ${message}` : message));
  const coo = toCoo(file);
  return { coo, facts: factsOf(file), warnings: [...warnings, ...entryRemarks(file, coo)] };
}
