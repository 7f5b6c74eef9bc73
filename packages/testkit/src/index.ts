export type { BandedOptions } from './generators/banded.ts';
export { banded, diagonal, tridiagonal } from './generators/banded.ts';
export { convection, diffusion, jumps, stretched } from './generators/diffusion.ts';
export { elasticity } from './generators/elasticity.ts';
export type { FemBandOptions } from './generators/fem-band.ts';
export { femBand } from './generators/fem-band.ts';
export type { ArrowOptions, OneFullRowOptions } from './generators/full-row.ts';
export { arrow, oneFullRow } from './generators/full-row.ts';
export type { GeneratedSize } from './generators/generated-size.ts';
export type { GeneratorOption, GeneratorOptions, MatrixGenerator } from './generators/generator-table.ts';
export { generateMatrix, matrixGenerators } from './generators/generator-table.ts';
export { graphLaplacian } from './generators/graph-laplacian.ts';
export type { PowerLawOptions } from './generators/power-law.ts';
export { powerLaw } from './generators/power-law.ts';
export type { RandomUniformOptions, RowsOfLengthOptions } from './generators/random-uniform.ts';
export type { RandomRowsOptions } from './generators/random-rows.ts';
export { randomRows } from './generators/random-rows.ts';
export { randomUniform, rowsOfLength } from './generators/random-uniform.ts';
export type { StandInOptions } from './generators/standin.ts';
export { STAND_IN_KINDS, standIn, standInRows } from './generators/standin.ts';
export type { StandInKind } from './generators/standin-columns.ts';
export type { Stencil2dOptions, Stencil3dOptions } from './generators/stencil.ts';
export { stencil27, stencil27Rows, stencil5, stencil7 } from './generators/stencil.ts';
export { constantVector, integerVector, randomVector } from './generators/vectors.ts';
export type { Random } from './random/random.ts';
export { createRandom } from './random/random.ts';
export type { CancellationOptions, NumericOptions } from './generators/numeric.ts';
export {
  cancellation,
  duplicates,
  hugeValues,
  integers,
  shuffledDuplicates,
  storedZeros,
  subnormals,
} from './generators/numeric.ts';
export type { TestMatrix } from './matrices/test-matrix.ts';
export { testMatrix } from './matrices/test-matrix.ts';
export { conformanceMatrices } from './matrices/conformance-matrices.ts';
export type { CaseResult, ConformanceCase, Tier } from './case/conformance-case.ts';
export type { FailureDetails } from './case/conformance-error.ts';
export { ConformanceError } from './case/conformance-error.ts';
export type { ParamChoice } from './case/choose-points.ts';
export type { Corruption } from './format/corruption-cases.ts';
export { fileCases } from './file/file-cases.ts';
export { cutsAndFlips, mutated } from './file/mutated.ts';
export type { FormatCasesOptions } from './format/format-cases.ts';
export { formatCases } from './format/format-cases.ts';
export type { KernelCasesOptions } from './kernel/kernel-cases.ts';
export { kernelCases } from './kernel/kernel-cases.ts';
export { FINITE_MATH } from './kernel/kernel-subject.ts';
export type { MatrixCasesOptions } from './matrix/matrix-cases.ts';
export { matrixKernelCases } from './matrix/matrix-cases.ts';
export type { BackendCasesOptions } from './backend/backend-cases.ts';
export { backendCases } from './backend/backend-cases.ts';
export type { Session } from './backend/session.ts';
export { createSession } from './backend/session.ts';
export type { PluginCasesOptions } from './plugin/plugin-cases.ts';
export { checkManifest, pluginCases } from './plugin/plugin-cases.ts';
export type { KnownFailure } from './run/known-failure.ts';
export type { RegisterOptions, TestRunner } from './run/register.ts';
export { register } from './run/register.ts';
export type { CaseReport, ConformanceReport, RunCasesOptions, RunFacts } from './run/run-cases.ts';
export { runCases, summarise } from './run/run-cases.ts';
