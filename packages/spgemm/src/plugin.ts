import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaAddCsr, cudaCsr, cudaMaskedCsr, cudaUnionCsr } from './kernels/cuda-csr.ts';
import { cudaGalerkinCsr } from './kernels/cuda-galerkin.ts';
import { jsAddCsr, jsCsr, jsCsr64 } from './kernels/js-csr.ts';
import { jsGalerkinCsr, wasmGalerkinCsr } from './kernels/galerkin-csr.ts';
import { jsMaskedCsr } from './kernels/js-masked-csr.ts';
import { jsUnionCsr } from './kernels/js-union-csr.ts';
import { wasmAddCsr, wasmCsr } from './kernels/wasm-csr.ts';
import { wgslAddCsr, wgslCsr, wgslMaskedCsr, wgslUnionCsr } from './kernels/wgsl-csr.ts';
import { wgslGalerkinCsr } from './kernels/wgsl-galerkin.ts';
import { galerkin, spgeam, spgemm, spgemmAdd, spgemmMasked } from './spgemm.ts';

/** The operations of this package with their kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/spgemm',
  apiVersion: API_VERSION,
  matrixOperations: [spgemm, spgemmAdd, spgemmMasked, spgeam, galerkin],
  matrixKernels: [
    jsCsr,
    wasmCsr,
    cudaCsr,
    wgslCsr,
    jsCsr64,
    jsAddCsr,
    wasmAddCsr,
    cudaAddCsr,
    wgslAddCsr,
    jsMaskedCsr,
    cudaMaskedCsr,
    wgslMaskedCsr,
    jsUnionCsr,
    cudaUnionCsr,
    wgslUnionCsr,
    jsGalerkinCsr,
    wasmGalerkinCsr,
    cudaGalerkinCsr,
    wgslGalerkinCsr,
  ],
});

export default plugin;
