import type { CudaModule, KernelContext } from '@spmv/core';
import { hasPairs } from '../precisions.ts';
import { unbundledUrl } from '../unbundled-url.ts';
import type { CudaOperandLoad } from './launch-shape.ts';

/** Folder of the headers that `#include "overlap.cuh"` finds, from src/cuda and dist/cuda alike. */
const headers = (): string => unbundledUrl('../../cuda/', import.meta.url).href;

/** PTX for a compute capability and later ones (`compute_75`), or machine code for one (`sm_90`, with what no other has: `sm_90a`). */
export type CudaBuild = `compute_${number}` | `sm_${number}` | `sm_${number}a`;

const numberOf = (build: CudaBuild): number => Number.parseInt(build.slice(build.indexOf('_') + 1), 10);

/**
 * The builds of src/kernels/STEM.cu of the package that calls this from a module in src/kernels (built: dist/kernels), whose
 * `import.meta.url` is `module`: machine code and PTX where the package was built with nvcc, else the source, which needs NVRTC on the machine
 * that runs it. A source that is built otherwise than by default says so in its first line, `// builds: compute_80 sm_90`, and only one that
 * PTX can be made of is compiled on the machine that runs it.
 */
export function cudaModules(
  module: string,
  stem: string,
  builds: readonly CudaBuild[] = ['compute_75', 'sm_90'],
): readonly CudaModule[] {
  // By a getter: where modules do not know their place that is told when one is loaded, not on import.
  const at = (path: string): CudaModule['source'] => ({
    kind: 'url',
    get url() {
      return unbundledUrl(`../../${path}`, module).href;
    },
  });
  const built = (suffix: string): CudaModule['source'] => at(`dist/kernels/${stem}.${suffix}`);
  const machine = builds.filter((build) => build.startsWith('sm_'));
  const ptx = builds.find((build) => build.startsWith('compute_'));
  const source = at(`src/kernels/${stem}.cu`);
  return [
    ...machine.map((build): CudaModule => ({
      language: 'cubin',
      source: built(`${build}.cubin`),
      minCompute: numberOf(build),
    })),
    ...(ptx === undefined
      ? []
      : ([
          { language: 'ptx', source: built('ptx'), minCompute: numberOf(ptx) },
          // Without nvcc the least that was asked of sources so far stays enough for those that are built as usual.
          {
            language: 'cuda-c++',
            source,
            get headers() {
              return [headers()];
            },
            minCompute: ptx === 'compute_75' ? 50 : numberOf(ptx),
          },
        ] satisfies CudaModule[])),
  ];
}

/** `cudaModules` by how x is loaded: of STEM.cu, and of STEM-readonly.cu, which defines SPMV_READ_ONLY_OPERANDS and includes the same header. */
export function cudaOperandModules(
  module: string,
  stem: string,
): (params: { readonly xLoad: CudaOperandLoad }) => readonly CudaModule[] {
  return ({ xLoad }) => cudaModules(module, xLoad === 'readonly' ? `${stem}-readonly` : stem);
}

/** The same build with the entries of complex numbers. */
function complexModule(module: CudaModule): CudaModule {
  const { source } = module;
  if (module.language === 'cuda-c++') return { ...module, defines: { ...module.defines, SPMV_COMPLEX: '1' } };
  if (source.kind === 'text') return module;
  return { ...module, source: { kind: 'url', url: source.url.replace(/\/([^/.]+)\.([^/]*)$/u, '/$1-complex.$2') } };
}

/** These builds for the numbers of a product: of complex ones with their entries. */
export function forNumbers(
  { precision }: Pick<KernelContext, 'precision'>,
  modules: readonly CudaModule[],
): readonly CudaModule[] {
  return hasPairs(precision.precision) ? modules.map(complexModule) : modules;
}

/** The builds of src/kernels/STEM.cu, as {@link cudaModules} has them, for the numbers of a product. */
export function numberModules(
  context: Pick<KernelContext, 'precision'>,
  module: string,
  stem: string,
): readonly CudaModule[] {
  return forNumbers(context, cudaModules(module, stem));
}
