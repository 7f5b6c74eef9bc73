import type { Plugin } from '@spmv/core';

/** A package whose code is loaded when a run has use for it. */
interface PluginSource {
  readonly package: string;
  /** Formats that it brings, with the kernels for them; none where others bring those. */
  readonly formats: readonly string[];
  readonly backend?: string;
  load(): Promise<{ readonly plugin: Plugin }>;
}

/** Everything that multiplies in a page: each its own part of the site. */
export const PLUGINS: readonly PluginSource[] = [
  {
    package: '@spmv/formats',
    formats: ['coo', 'csr', 'csr64', 'csc', 'csr-padded', 'ellpack', 'ellpack-r'],
    load: () => import('@spmv/formats'),
  },
  { package: '@spmv/format-sell', formats: ['sell'], load: () => import('@spmv/format-sell') },
  { package: '@spmv/format-hyb', formats: ['hyb'], load: () => import('@spmv/format-hyb') },
  { package: '@spmv/format-bell', formats: ['bell'], load: () => import('@spmv/format-bell') },
  { package: '@spmv/format-packed', formats: ['packed'], load: () => import('@spmv/format-packed') },
  { package: '@spmv/format-csr16', formats: ['csr16'], load: () => import('@spmv/format-csr16') },
  { package: '@spmv/format-dia', formats: ['dia'], load: () => import('@spmv/format-dia') },
  { package: '@spmv/format-row-segments', formats: ['row-segments'], load: () => import('@spmv/format-row-segments') },
  { package: '@spmv/format-symmetric', formats: ['symmetric'], load: () => import('@spmv/format-symmetric') },
  { package: '@spmv/backend-serial', formats: [], backend: 'serial', load: () => import('@spmv/backend-serial') },
  { package: '@spmv/backend-threads', formats: [], backend: 'threads', load: () => import('@spmv/backend-threads') },
  { package: '@spmv/backend-webgpu', formats: [], backend: 'webgpu', load: () => import('@spmv/backend-webgpu') },
];

/** What is needed for formats and backends; absent lists mean all. The serial CSR is always there: speed-ups refer to it. */
export function neededPlugins(
  formats: readonly string[] | undefined,
  backends: readonly string[] | undefined,
): readonly PluginSource[] {
  return PLUGINS.filter(({ formats: brought, backend }) => {
    if (backend !== undefined) return backend === 'serial' || (backends?.includes(backend) ?? true);
    return brought.includes('csr') || (formats === undefined ? true : brought.some((id) => formats.includes(id)));
  });
}
