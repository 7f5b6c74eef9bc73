// Our kernels with the parameters that are compared.
/** { label, backend, kernel, params } for a number of threads. */
export function candidates(threads, level) {
  const serial = [
    { label: 'serial js/csr', backend: 'serial', kernel: 'js/csr', params: {} },
    { label: 'serial wasm/csr-simd', backend: 'serial', kernel: 'wasm/csr-simd', params: {} },
    { label: 'serial wasm/row-segments-simd', backend: 'serial', kernel: 'wasm/row-segments-simd', params: {} },
  ];
  const team = [
    { label: 'csr-simd balanced', kernel: 'wasm/csr-simd', params: { schedule: 'balanced' } },
    { label: 'csr-merge', kernel: 'wasm/csr-merge', params: { schedule: 'static' } },
    { label: 'csr16 balanced', kernel: 'wasm/csr16-simd', params: { schedule: 'balanced' } },
    { label: 'row-segments', kernel: 'wasm/row-segments-simd', params: { schedule: 'balanced' } },
    { label: 'csr-simd dynamic', kernel: 'wasm/csr-simd', params: { schedule: 'dynamic' } },
    ...(level === 'full'
      ? [
          { label: 'csr-simd static', kernel: 'wasm/csr-simd', params: { schedule: 'static' } },
          { label: 'csr16 dynamic', kernel: 'wasm/csr16-simd', params: { schedule: 'dynamic' } },
          { label: 'coo', kernel: 'wasm/coo-simd', params: { schedule: 'static' } },
          { label: 'ellpack-r', kernel: 'wasm/ellpack-r-simd', params: { schedule: 'static' } },
        ]
      : []),
  ].map((one) => ({ ...one, backend: 'threads', params: { threads, ...one.params } }));
  return [...serial, ...team];
}
