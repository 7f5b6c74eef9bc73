import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaSell, cudaSellT } from './kernels/cuda-kernels.ts';
import { jsSell } from './kernels/js-kernel.ts';
import { wasmSell } from './kernels/wasm-kernel.ts';
import { wgslSell, wgslSellT } from './kernels/wgsl-kernels.ts';
import { sell } from './sell.ts';

/** Format `sell` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-sell',
  apiVersion: API_VERSION,
  formats: [sell],
  kernels: [jsSell, wasmSell, wgslSell, wgslSellT, cudaSell, cudaSellT],
});

export default plugin;
