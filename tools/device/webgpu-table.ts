// A product on WebGPU beside CUDA and cuSPARSE, from what `spmv bench --backend cuda,webgpu --json` left: CSV of the fastest of each, then means. Times are µs.
// Usage: node tools/device/webgpu-table.ts BENCH.json [MOST ENTRIES]
import { readFileSync } from 'node:fs';
import process from 'node:process';

interface Row {
  readonly status: string;
  readonly backend: string;
  readonly kernel: string;
  readonly kernelParams: Readonly<Record<string, unknown>>;
  readonly medianMs: number;
  readonly matrix: { readonly name: string; readonly hash: string; readonly nnz: number };
}

const [file = 'bench.json', most = 'Infinity'] = process.argv.slice(2);
const rows = (JSON.parse(readFileSync(file, 'utf8')) as { readonly results: readonly Row[] }).results.filter(
  ({ status, matrix }) => status === 'ok' && matrix.nnz < Number(most),
);

const fastest = (of: readonly Row[]): Row | undefined =>
  of.reduce<Row | undefined>((best, row) => (best && best.medianMs <= row.medianMs ? best : row), undefined);
const isVendor = ({ kernel }: Row): boolean => kernel.includes('cusparse');
const µs = ({ medianMs }: Row): string => (medianMs * 1e3).toFixed(2);

const found = [...Map.groupBy(rows, ({ matrix }) => matrix.hash).values()].flatMap((of) => {
  const webgpu = fastest(of.filter(({ backend }) => backend === 'webgpu'));
  const cuda = fastest(of.filter((row) => row.backend === 'cuda' && !isVendor(row)));
  const vendor = fastest(of.filter(isVendor));
  return webgpu && cuda && vendor ? [{ webgpu, cuda, vendor }] : [];
});
process.stdout.write('matrix,hash,entries,WebGPU,kernel,CUDA,kernel,cuSPARSE CSR,CUDA/WebGPU,cuSPARSE/WebGPU\n');
for (const { webgpu, cuda, vendor } of found) {
  const { name, hash, nnz } = webgpu.matrix;
  const cells = [name, hash, nnz, µs(webgpu), webgpu.kernel, µs(cuda), cuda.kernel, µs(vendor)];
  const ratios = [cuda, vendor].map(({ medianMs }) => (medianMs / webgpu.medianMs).toFixed(2));
  process.stdout.write(`${[...cells, ...ratios].join(',')}\n`);
}
const told = (of: readonly number[]): string => {
  const mean = Math.exp(of.reduce((sum, ratio) => sum + Math.log(ratio), 0) / of.length);
  return `${mean.toFixed(2)} in the mean, ${Math.min(...of).toFixed(2)} to ${Math.max(...of).toFixed(2)}, ${of.filter((ratio) => ratio < 1).length} of ${of.length} below 1`;
};
process.stderr.write(
  `CUDA/WebGPU ${told(found.map(({ cuda, webgpu }) => cuda.medianMs / webgpu.medianMs))}\n` +
    `cuSPARSE/WebGPU ${told(found.map(({ vendor, webgpu }) => vendor.medianMs / webgpu.medianMs))}\n`,
);
