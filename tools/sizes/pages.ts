// Pages that multiply by one backend in one format, and nothing else.

/** A format, and where a page imports it from. */
export interface PageFormat {
  readonly format: string;
  readonly from: string;
  /** Its name there. Without one the page takes the whole plugin: its kernels are in no backend's. */
  readonly name?: string;
}

/** A page: backend, format, and the kernel whose files it fetches. */
export interface SizedPage extends PageFormat {
  readonly backend: 'serial' | 'threads' | 'webgpu';
  readonly kernel: string;
}

const FORMATS: readonly PageFormat[] = [
  { format: 'csr', from: '@spmv/formats', name: 'csr' },
  { format: 'sell', from: '@spmv/format-sell' },
  { format: 'packed', from: '@spmv/format-packed' },
];

export const PAGES: readonly SizedPage[] = (['serial', 'threads', 'webgpu'] as const).flatMap((backend) =>
  FORMATS.map((each) => ({
    ...each,
    backend,
    kernel: backend === 'webgpu' ? `wgsl/${each.format}` : `wasm/${each.format}-simd`,
  })),
);

/** The module of a page: y ← Ax of entries, with what is imported by name where the package has a name for it. */
export function sourceOf({ backend, format, from, name, kernel }: SizedPage): string {
  const [imported, plugins, stored] =
    name === undefined
      ? [`plugin as more`, '[backends, more]', `registry.format('${format}')`]
      : [name, '[backends]', name];
  return `import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as backends } from '@spmv/backend-${backend}';
import { ${imported} } from '${from}';

export async function multiply(shape, entries, numbers) {
  const registry = createRegistry(${plugins});
  const backend = await openBackend(registry, '${backend}');
  const matrix = buildMatrix(${stored}, cooFromEntries(shape, entries)${backend === 'webgpu' ? ", { valueType: 'f32' }" : ''});
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel('${kernel}') });
  const y = backend.vector(shape.rows);
  operator.apply(backend.vector(numbers), y);
  const product = await y.read();
  await backend.dispose();
  return product;
}
`;
}
