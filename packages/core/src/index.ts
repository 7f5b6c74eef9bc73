export type { Backend, DenseContents, UsualPrecision } from './backend/open-backend.ts';
export type { Disposal } from './backend/disposal.ts';
export { disposal } from './backend/disposal.ts';
export type { BackendInternals } from './backend/backend-internals.ts';
export { backendInternals } from './backend/backend-internals.ts';
export type { Numbers } from './backend/make-vector.ts';
export { openBackend } from './backend/open-backend.ts';
export type {
  BackendDescriptor,
  BackendDriver,
  DriverArray,
  DividedRequest,
  SharedRequest,
  Dividing,
  DriverOperator,
  DriverRequest,
  DriverSequence,
  DriverStep,
  DriverVector,
  Exchange,
  LaunchContext,
  OpenOptions,
  Probe,
  ProbeOptions,
  StripedRequest,
  StripeRequest,
} from './backend/backend-driver.ts';
export type { DeviceInfo, SubgroupMatrix } from './backend/device-info.ts';
export { launchContext } from './backend/launch-context.ts';
export { backendObstacle, kernelObstacle } from './backend/kernel-obstacle.ts';
export type { KernelHost } from './registry/kernels-here.ts';
export { kernelsHere, matrixKernelsHere, noKernelError } from './registry/kernels-here.ts';
export { operandObstacle } from './backend/operand-room.ts';
export { jsonOfNumber, numberOfJson } from './data/json-number.ts';
export { isInProportion } from './data/in-proportion.ts';
export { cutFor, matrixFor } from './backend/matrix-for.ts';
export type { LinearOperator } from './operation/linear-operator.ts';
export type { Operator, TimeOptions } from './backend/operator.ts';
export type { Streaming } from './backend/streaming.ts';
export { leastMs } from './backend/streaming.ts';
export type { Bound, BoundMaker, Product, Sequence } from './backend/sequence.ts';
export { product } from './backend/sequence.ts';
export type { MadeFirst, MatrixCandidate } from './backend/make-first.ts';
export { makeFirst } from './backend/make-first.ts';
export type {
  FoundMatrix,
  GivenMatrix,
  MatrixCosts,
  MatrixOperator,
  MatrixRequest,
  ResidentMatrix,
} from './backend/matrix-request.ts';
export type { PrepareRequest } from './backend/prepare-request.ts';
export type { Vector } from './backend/vector.ts';
export type { WorkerTimes } from './backend/worker-times.ts';
export type { UncheckedCoo } from './data/check-coo.ts';
export { checkCoo } from './data/check-coo.ts';
export type { RowPositions } from './data/coo-by-rows.ts';
export { cooByRows, cooInOrder, positionsByRows } from './data/coo-by-rows.ts';
export { transposeCoo } from './data/transpose-coo.ts';
export {
  absoluteCoo,
  complexCoo,
  complexFromEntries,
  conjugateCoo,
  imaginaryPart,
  inParts,
  withComponents,
  pairsOf,
  partOf,
  realEquivalent,
  realPart,
} from './data/complex-coo.ts';
export type { AnyCoo, Complex, ComplexCoo, CooEntries, CooMatrix, Pairs, Scalar, Shape } from './data/coo.ts';
export { checkShape, cooFromEntries, isComplex, INDEX_LIMIT, pairOf, roomForCoo, roundCooToF32 } from './data/coo.ts';
export type { OccupiedRows } from './data/csr-view.ts';
export { occupiedLengths, occupiedRowsOf, rowIndexOf, rowLengthOf, rowStartOf } from './data/csr-view.ts';
export type { ElementArrays, ElementType, NamedArrays, OwnBytes, TypedArray } from './data/element.ts';
export { allocate, elementBytes, elementTypeOf } from './data/element.ts';
export { isCanonical, isKnownCanonical } from './format/built-mark.ts';
export type { Finding } from './data/finding.ts';
export type { FormatLimits } from './data/binary-format.ts';
export type { NumberEncoding, ValueArray } from './data/number-encoding.ts';
export type { HostArray, Precision, PrecisionFacts, TargetPrecision, ValueType } from './data/precision.ts';
export {
  exactInF32,
  numbersOf,
  precisionOf,
  PRECISION_NAMES,
  PRECISIONS,
  precisionsIn,
  precisionsWith,
  roundTo,
  toValueType,
  valueArray,
} from './data/precision.ts';
export type { RowBatch, RowSource } from './data/row-source.ts';
export { entriesOf, forEachBatch, rowsOfCoo } from './data/row-source.ts';
export { cooOfRows } from './data/coo-of-rows.ts';
export type { RowStripe } from './data/row-stripe.ts';
export { cutRows, STRIPE_ROWS, stripesOfCoo } from './data/row-stripe.ts';
export type { FileMatrix } from './file/file-matrix.ts';
export type { FileBytes, FileLimits, FileReadOptions, FileType, FileWriter } from './file/file-type.ts';
export { fileTypeOf } from './file/file-type.ts';
export { nearestNames, suggestNames } from './errors/nearest-names.ts';
export { isNotInstalled } from './errors/not-installed.ts';
export { isRefusal } from './errors/refusal.ts';
export { shown } from './errors/shown.ts';
export type { ErrorCode, ErrorNamespace, SpmvErrorOptions } from './errors/spmv-error.ts';
export { isSpmvError, SpmvError } from './errors/spmv-error.ts';
export type { BuildOptions } from './format/build-matrix.ts';
export type { BuildRoom } from './format/build-room.ts';
export { buildMatrix, buildMatrixFromRows, buildPlanned } from './format/build-matrix.ts';
export { checkScalars, checkStored } from './format/check-stored.ts';
export { entriesOfStored } from './format/complex-values.ts';
export type { Cut, StripedMatrix, StripeOptions } from './format/striped-matrix.ts';
export { buildStripes } from './format/striped-matrix.ts';
export type { ArrayDeclaration, ArraysOf, Layout, PlannedArray } from './format/layout.ts';
export type { Citation, FormatPlan, SparseFormat, StoredRows } from './format/sparse-format.ts';
export type { StoredPart, StoredStripe, StripeRule } from './format/stored-stripes.ts';
export { stripesOfStored } from './format/stored-stripes.ts';
export type { StorageLimits, StoragePlan } from './format/storage-plan.ts';
export { formatBytes } from './format/format-bytes.ts';
export { DEFAULT_MAX_BYTES, planStorage } from './format/storage-plan.ts';
export type { StoredMatrix, StoredMatrixHeader } from './format/stored-matrix.ts';
export { headerOf, NO_MATRIX, storageBytes } from './format/stored-matrix.ts';
export type { Kernel, KernelContext, KernelPrecision, Reproducibility } from './kernel/kernel.ts';
export { storedPrecision } from './kernel/kernel.ts';
export type { KernelStep, KernelSteps } from './kernel/kernel-steps.ts';
export { readNumbers } from './kernel/kernel-steps.ts';
export type { FoundPattern, MatrixContext, MatrixKernel } from './kernel/matrix-kernel.ts';
export type { KernelPlace } from './kernel/kernel-context.ts';
export { kernelContext } from './kernel/kernel-context.ts';
export type {
  CudaArgument,
  CudaGrid,
  CudaLaunch,
  CudaLaunchProgram,
  CudaModule,
  CudaProgram,
  CudaLibraryArgument,
  CudaLibraryCall,
  CudaLibraryProgram,
} from './kernel/programs/cuda-program.ts';
export type { BufferName, GpuSource, ScratchBytes } from './kernel/programs/gpu-source.ts';
export type { CpuScratch, FixedScalars } from './kernel/programs/cpu-scratch.ts';
export type {
  JsArguments,
  JsFunction,
  JsPass,
  JsProgram,
  JsRange,
  JsSpmvArguments,
  JsSpmvFunction,
  SpmvJsOperands,
} from './kernel/programs/js-program.ts';
export type {
  NativeArgument,
  NativeFunction,
  NativeFunctions,
  NativeModule,
  NativePass,
  NativeProgram,
} from './kernel/programs/native-program.ts';
export type { PartialSums, SplitRowRule, Partition } from './kernel/programs/partition.ts';
export type { WasmArgument, WasmArguments, WasmModule, WasmPass, WasmProgram } from './kernel/programs/wasm-program.ts';
export type { WgslBinding, WgslDispatch, WgslProgram } from './kernel/programs/wgsl-program.ts';
export type { TargetId, TargetPrograms } from './kernel/target.ts';
export type {
  BufferOperand,
  DenseGaps,
  DenseLayout,
  DenseOrder,
  DeviceScalarOperand,
  MatrixOperand,
  Operand,
  OperandAccess,
  ScalarOperand,
  Sizes,
  VectorOperand,
  DenseOperand,
} from './operation/operand.ts';
export { hostScalar, imaginaryOf, isZeroScalar } from './operation/host-scalar.ts';
export type { MatrixOperation, MatrixProblem, MatrixRole } from './operation/matrix-operation.ts';
export type { ScalarCase, Operation, Problem, Sharing } from './operation/operation.ts';
export { operationOptions, storesMatrix } from './operation/operation.ts';
export type { BufferSlot, DenseRequest, ScalarSlot, Signature } from './operation/signature.ts';
export { denseElement, denseSteps, gapsOf, isGap } from './operation/operand.ts';
export { denseLayout, denseLength, signatureOf } from './operation/signature.ts';
export type { Work, Workload, WorkloadParts } from './operation/workload.ts';
export {
  createWorkload,
  operandList,
  referencesOf,
  scalarValues,
  unreadOperands,
  workOf,
  writtenOperands,
} from './operation/workload.ts';
export type { SpmvArguments } from './spmv/spmv.ts';
export { SPLIT_ROWS_INTO_Y, spmv } from './spmv/spmv.ts';
export type { OptionRule, OptionRules } from './params/check-options.ts';
export {
  anyOption,
  checkOptions,
  countOption,
  arrayOption,
  booleanOption,
  functionOption,
  objectOption,
  textOption,
  nameOption,
  numberOption,
  signalOption,
} from './params/check-options.ts';
export type { Axis, Params, ParamSpace, ParamValue } from './params/param-space.ts';
export { formatParams, NO_PARAMS, usualValues } from './params/param-space.ts';
export type { ParamPoint } from './params/resolve-params.ts';
export { enumerateParams, onAxis, parseParamValue, resolveParams } from './params/resolve-params.ts';
export type { PluginManifest } from './registry/manifest.ts';
export { providesOf } from './registry/manifest.ts';
export type { Plugin } from './registry/plugin.ts';
export { API_VERSION, definePlugin } from './registry/plugin.ts';
export type { KernelFilter, Registry } from './registry/registry.ts';
export { createRegistry } from './registry/registry.ts';
export type { Bandwidths, MatrixStatistics } from './statistics/matrix-statistics.ts';
export { bandwidthsOf, matrixStatistics, positionStatistics } from './statistics/matrix-statistics.ts';
export type { MatrixStructure, StructureOptions } from './statistics/matrix-structure.ts';
export { structureFor, structureOf, structureOfRowLengths } from './statistics/matrix-structure.ts';
export type { HistogramBin } from './statistics/row-histogram.ts';
export { rowHistogram } from './statistics/row-histogram.ts';
export type { RowStatistics } from './statistics/row-statistics.ts';
export { rowStatistics } from './statistics/row-statistics.ts';
export type { RowRange } from './statistics/sectors-per-row.ts';
export { sectorsPerRow } from './statistics/sectors-per-row.ts';
export type { SymmetryStatistics } from './statistics/symmetry-statistics.ts';
export { symmetryStatistics } from './statistics/symmetry-statistics.ts';
