export type { FormatArrays } from './arrays.ts';
export { byRows, unitsOf } from './partitions.ts';
export type { BalancedTileParams } from './cuda/balanced-tiles.ts';
export { asStored } from './cuda/as-stored.ts';
export { balancedTileLaunch, balancedTileParams } from './cuda/balanced-tiles.ts';
export { COUNT_LIMIT, checkCountable } from './cuda/countable.ts';
export type { NamedArraysRequest } from './cuda/count-launches.ts';
export { arrayNamed, countLaunches, lengthNamed, resolveGrid } from './cuda/count-launches.ts';
export type { CsrTiles } from './cuda/csr-tiles.ts';
export { mostPartialSums, tilesOf } from './cuda/csr-tiles.ts';
export type { CudaArguments } from './cuda/cuda-arguments.ts';
export { cudaArguments } from './cuda/cuda-arguments.ts';
export type { CudaEntries } from './cuda/cuda-entries.ts';
export { checkEntries, cudaEntries } from './cuda/cuda-entries.ts';
export type { CudaKernelLaunch, CudaKernelLaunches, CudaKernelParts } from './cuda/cuda-kernel.ts';
export { cudaKernel } from './cuda/cuda-kernel.ts';
export {
  cell,
  cellAddress,
  cusparseCall,
  cusparseTranspose,
  cusparseType,
  describeMatrix,
  HANDLE,
  i32,
  i64,
} from './cuda/cusparse.ts';
export type { CudaBuild } from './cuda/cuda-modules.ts';
export { cudaModules, cudaOperandModules, numberModules } from './cuda/cuda-modules.ts';
export type { CudaOperandLoad } from './cuda/launch-shape.ts';
export {
  cudaAnyBlockSizeAxis,
  cudaBlockSizeAxis,
  cudaOperandLoadAxis,
  lanesObstacle,
  oneDimensional,
  WARP,
} from './cuda/launch-shape.ts';
export type { CountedLaunch } from './cuda/launch-limits.ts';
export { checkLaunch } from './cuda/launch-limits.ts';
export { hasSingleScalars } from './cuda/single-scalars.ts';
export { unbundledUrl } from './unbundled-url.ts';
export type { JsKernelParts } from './js-kernel.ts';
export { functionOf, jsKernel, withConjugated } from './js-kernel.ts';
export type { BundledModule, JsModule } from './js-module.ts';
export { bundledModule, inModule, jsPass } from './js-module.ts';
export type { KernelParts } from './kernel-parts.ts';
export type { NativeKernelParts } from './native-kernel.ts';
export { nativeKernel, nativeSuffix } from './native-kernel.ts';
export type { ElementBlocks } from './element-blocks.ts';
export { byElementBlocks, elementBlocks } from './element-blocks.ts';
export type { ArrayName } from './operands.ts';
export { namedArguments } from './operands.ts';
export type { NamedCall } from './parameter-names.ts';
export { checkNames, parameterNames } from './parameter-names.ts';
export { PAPERS } from './papers.ts';
export { analyseOverflow, overflowStart } from './overflow-start.ts';
export {
  fullPrecisionsOf,
  hasPairs,
  NARROW_VALUES,
  NARROW_VALUES_TOO,
  precisionsOf,
  scratchFor,
  sumBytes,
  sumsAsStored,
  everyPrecisionOf,
  valueBytes,
} from './precisions.ts';
export { rowProducts, tooManyEntries } from './row-products.ts';
export { calledTriple, tripleProducts } from './triple-products.ts';
export type { RowBlocks } from './row-blocks.ts';
export { byRowBlocks, rowBlocks, rowBlockStarts } from './row-blocks.ts';
export type { RowOrderParams } from './row-order.ts';
export { rowOrder, rowOrderParams } from './row-order.ts';
export { byPackedSlices, bySlices, stepStarts } from './slices.ts';
export { stepNumbers } from './step-numbers.ts';
export { sweepsOf } from './sweeps.ts';
export type { VectorRows } from './vector-rows.ts';
export { vectorRows, vectorRowsProgram } from './vector-rows.ts';
export type { WasmBuild, WasmFiles, WasmKernelParts, WasmNumber, WasmPlaces } from './wasm-kernel.ts';
export { filesIn, wasmFiles, wasmKernel, wasmModules } from './wasm-kernel.ts';
export type { NamedBuffer, NamedDispatch } from './wgsl/bound-texts.ts';
export { boundTexts, fileText, namedDispatch, reads, writes } from './wgsl/bound-texts.ts';
export { groupSumsText, totalDispatches } from './wgsl/group-sums.ts';
export {
  joinPartialsText,
  manyPartialsDispatches,
  MOST_JOINED,
  MOST_PARTIALS,
  partialArrays,
} from './wgsl/partials.ts';
export type { Reduction } from './wgsl/reduction.ts';
export {
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  suggestReduction,
} from './wgsl/reduction.ts';
export type { CsrRowParams } from './wgsl/row-texts.ts';
export { csrRowText, csrRowParams, sellRowText } from './wgsl/row-texts.ts';
export type { SizesPlace } from './wgsl/sizes.ts';
export { sizesAxis } from './wgsl/sizes.ts';
export type { PartialPlace, SplitRows, SplitRowVisitor } from './wgsl/split-rows.ts';
export { collectSplitRows, splitRowArrays, splitRowDispatches } from './wgsl/split-rows.ts';
export type { WgslTileParams, WgslTiles } from './wgsl/tile-params.ts';
export { wgslTileParams } from './wgsl/tile-params.ts';
export { loadsFourAhead, suggestThreadsPerRow, threadsPerRowAxis } from './wgsl/threads-per-row.ts';
export type {
  WgslArray,
  WgslKernelDispatch,
  WgslKernelDispatches,
  WgslKernelParts,
  WindowedArray,
} from './wgsl/wgsl-kernel.ts';
export { wgslKernel } from './wgsl/wgsl-kernel.ts';
export type { WorkgroupParams } from './wgsl/workgroup.ts';
export {
  rowObstacle,
  rowParams,
  suggestBlockSize,
  suggestItems,
  wgslAnyBlockSizeAxis,
  wgslBlockSizeAxis,
  workgroupObstacle,
  workgroupParams,
} from './wgsl/workgroup.ts';
export type { ScatterParts } from './scatter-kernel.ts';
export { jsScatterKernel, nativeScatterKernel, wasmScatterKernel } from './scatter-kernel.ts';
export type { ColumnOrder, ColumnTiles, TransposedRows } from './transposed/column-tiles.ts';
export { columnOrder, columnTilesOf, rowGroupsOf } from './transposed/column-tiles.ts';
export type { CalledPass, Sum } from './vectors/sums.ts';
export { calledTotal, jsTotal, NONE, sumsOf, sumsScratch } from './vectors/sums.ts';
export type { CalledPasses } from './vectors/called-pass.ts';
export { calledNumber, calledPass } from './vectors/called-pass.ts';
export type { FusedRows } from './vectors/called-fused.ts';
export { calledFused, FUSED_ROWS } from './vectors/called-fused.ts';
export type { Form } from './vectors/forms.ts';
export { FORM_NAMES, FORMS } from './vectors/forms.ts';
export type { VectorFactor, VectorPass } from './vectors/vector-passes.ts';
export { VECTOR_PASSES } from './vectors/vector-passes.ts';
export { wayOf, waysOf } from './vectors/ways.ts';
export type { Lines } from './lines.ts';
export { COLUMNS, ROWS } from './lines.ts';
