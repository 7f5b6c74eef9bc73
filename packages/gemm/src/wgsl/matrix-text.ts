import type { SubgroupMatrix } from '@spmv/core';
import type { MatrixDialect } from './matrix-dialect.ts';
import type { MatrixShape } from './matrix-shape.ts';
import { lineUnits, subgroupsOf, UNIT_TERMS } from './matrix-shape.ts';

/** What decides the text besides the shape. */
export interface SubgroupMatrixParts {
  readonly unit: SubgroupMatrix;
  /** Pieces of each operand: 2 are multiplied in 3 products, and their lines are scaled. */
  readonly pieces: 1 | 2;
  readonly subgroupSize: number;
  readonly dialect: MatrixDialect;
}

/** The words of the uniform: sizes, and how lines of the pieces follow one another. */
const MATRIX_LAUNCH: readonly string[] = [
  'm',
  'n',
  'batch',
  'units',
  'leftLines',
  'leftPiece',
  'rightLines',
  'rightPiece',
  'outRow',
  'outBatch',
];

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const lines = (parts: readonly string[]): string => parts.join('\n');

const SCALES = `
@group(0) @binding(4) var<storage, read> leftExponents: array<i32>;
@group(0) @binding(5) var<storage, read> rightExponents: array<i32>;
fn power(exponent: i32) -> f32 {
  return bitcast<f32>(u32(exponent + 127) << 23u);
}
// sum / 2^exponent in steps that stay between both, of which none leaves the range of f32.
fn unscaled(sum: f32, exponent: i32) -> f32 {
  let third = -exponent / 3;
  return sum * power(third) * power(third) * power(-exponent - 2 * third);
}
`;

/** A side of the product on its way into workgroup memory. */
function sideText(
  side: 'left' | 'right',
  shape: MatrixShape,
  parts: SubgroupMatrixParts,
): { readonly fetch: string; readonly keep: string; readonly declare: string } {
  const perLine = shape.depth / UNIT_TERMS;
  const lineCount = side === 'left' ? shape.tileRows : shape.tileCols;
  const threads = subgroupsOf(shape) * parts.subgroupSize;
  const units = lineCount * perLine;
  const first = tileStart(side, shape, parts);
  const loads = upTo(parts.pieces).flatMap((piece) =>
    upTo(Math.ceil(units / threads)).map((load) => ({ piece, load, name: `${side}Unit${piece}_${load}` })),
  );
  const guarded = (load: number, text: string): string =>
    (load + 1) * threads <= units ? text : `if (local + ${load * threads}u < ${units}u) { ${text} }`;
  const index = (load: number): string => `(local + ${load * threads}u)`;
  return {
    declare: lines(loads.map(({ name }) => `  var ${name}: vec4<u32>;`)),
    fetch: lines(
      loads.map(({ piece, load, name }) =>
        guarded(
          load,
          `${name} = ${side}Pieces[${piece}u * launch.${side}Piece + (${side}Line + ${index(load)} / ${perLine}u) * launch.units + at + ${index(load)} % ${perLine}u];`,
        ),
      ),
    ),
    keep: lines(
      loads.map(({ piece, load, name }) =>
        guarded(
          load,
          `tiles[${first + piece * lineCount * lineUnits(shape)}u + ${index(load)} / ${perLine}u * ${lineUnits(shape)}u + ${index(load)} % ${perLine}u] = ${name};`,
        ),
      ),
    ),
  };
}

/** Where the tiles of a side begin in workgroup memory. */
function tileStart(side: 'left' | 'right', shape: MatrixShape, { pieces }: SubgroupMatrixParts): number {
  return side === 'left' ? 0 : pieces * shape.tileRows * lineUnits(shape);
}

/** One part of the tile's terms, from `term` on: all of a subgroup's matrices, multiplied. */
function multiplyText(shape: MatrixShape, parts: SubgroupMatrixParts, term: number): string {
  const { unit, pieces, dialect } = parts;
  const [down, across] = [upTo(shape.subgroupRows / unit.m), upTo(shape.subgroupCols / unit.n)];
  const load = (side: 'left' | 'right', piece: number, i: number): string => {
    const line = side === 'left' ? `rowsAt + ${i * unit.m}u` : `colsAt + ${i * unit.n}u`;
    const lineCount = side === 'left' ? shape.tileRows : shape.tileCols;
    if (shape.through === 'cache') {
      const offset = `${piece}u * launch.${side}Piece + (${side}Line + ${line}) * launch.units + at + ${term / UNIT_TERMS}u`;
      return dialect.load(unit, side, `${side}Pieces`, offset, 'launch.units');
    }
    const start = tileStart(side, shape, parts) + piece * lineCount * lineUnits(shape) + term / UNIT_TERMS;
    return dialect.load(unit, side, 'tiles', `${start}u + (${line}) * ${lineUnits(shape)}u`, `${lineUnits(shape)}u`);
  };
  const products =
    pieces === 1
      ? [[0, 0]]
      : [
          [1, 0],
          [0, 1],
          [0, 0],
        ];
  return lines([
    '    {',
    ...down.flatMap((i) => upTo(pieces).map((piece) => `    let a${i}_${piece} = ${load('left', piece, i)};`)),
    ...across.flatMap((j) => [
      ...upTo(pieces).map((piece) => `    let x${j}_${piece} = ${load('right', piece, j)};`),
      ...down.flatMap((i) =>
        products.map(([p, q]) => `    ${dialect.multiplyAdd(`a${i}_${p}`, `x${j}_${q}`, `c${i}_${j}`)}`),
      ),
    ]),
    '    }',
  ]);
}

/** The text of a product by subgroup matrices over what pieces.wgsl made, behind the backend's arithmetic; entry point `multiply`. */
export function matrixText(shape: MatrixShape, parts: SubgroupMatrixParts): string {
  const { unit, pieces, subgroupSize, dialect } = parts;
  const { tileRows, tileCols, subgroupRows, subgroupCols, depth, through } = shape;
  const subgroups = subgroupsOf(shape);
  const staged = through === 'workgroup';
  const [left, right] = [sideText('left', shape, parts), sideText('right', shape, parts)];
  const results = upTo(subgroupRows / unit.m).flatMap((i) => upTo(subgroupCols / unit.n).map((j) => ({ i, j })));
  const terms = upTo(depth / unit.k).map((part) => multiplyText(shape, parts, part * unit.k));
  const fetch = `${left.fetch}\n${right.fetch}`;
  const loop = staged
    ? `${left.declare}\n${right.declare}
  var at = 0u;
${fetch}
  while (at < launch.units) {
${left.keep}
${right.keep}
    workgroupBarrier();
    at += ${depth / UNIT_TERMS}u;
    if (at < launch.units) {
${fetch}
    }
${lines(terms)}
    workgroupBarrier();
  }`
    : `  for (var at = 0u; at < launch.units; at += ${depth / UNIT_TERMS}u) {\n${lines(terms)}\n  }`;
  const scaledSum =
    pieces === 1 ? 'sum' : 'unscaled(sum, leftExponents[leftLine + i - i0] + rightExponents[rightLine + j - j0])';
  return `${dialect.declarations(unit)}
struct Launch {
${lines(MATRIX_LAUNCH.map((word) => `  ${word}: u32,`))}
}
@group(0) @binding(1) var<storage, read> leftPieces: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> rightPieces: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> out: array<Value>;
@group(0) @binding(${pieces === 1 ? 4 : 6}) var<uniform> launch: Launch;
${pieces === 1 ? '' : SCALES}
${staged ? `var<workgroup> tiles: array<vec4<u32>, ${pieces * (tileRows + tileCols) * lineUnits(shape)}>;` : ''}
var<workgroup> results: array<f32, ${subgroups * unit.m * unit.n}>;

@compute @workgroup_size(${subgroups * subgroupSize})
fn multiply(
  @builtin(workgroup_id) id: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let across = (launch.n + ${tileCols - 1}u) / ${tileCols}u;
  let down = (launch.m + ${tileRows - 1}u) / ${tileRows}u;
  let group = id.x + id.y * groups.x;
  let b = group / (across * down);
  if (b >= launch.batch) {
    return;
  }
  let tile = group - b * across * down;
  let i0 = tile / across * ${tileRows}u;
  let j0 = tile % across * ${tileCols}u;
  let leftLine = b * launch.leftLines + i0;
  let rightLine = b * launch.rightLines + j0;
  let rowsAt = subgroup / ${tileCols / subgroupCols}u * ${subgroupRows}u;
  let colsAt = subgroup % ${tileCols / subgroupCols}u * ${subgroupCols}u;
${lines(results.map(({ i, j }) => `  var c${i}_${j} = ${dialect.result(unit)}();`))}
${loop}
${lines(
  results.map(
    ({ i, j }) => `  ${dialect.store(unit, 'results', `subgroup * ${unit.m * unit.n}u`, `c${i}_${j}`)}
  workgroupBarrier();
  for (var e = lane; e < ${unit.m * unit.n}u; e += ${subgroupSize}u) {
    let i = i0 + rowsAt + ${i * unit.m}u + e / ${unit.n}u;
    let j = j0 + colsAt + ${j * unit.n}u + e % ${unit.n}u;
    if (i < launch.m && j < launch.n) {
      let sum = results[subgroup * ${unit.m * unit.n}u + e];
      let to = b * launch.outBatch + i * launch.outRow + j;
      var old = zeroValue();
      if (readsY()) {
        old = out[to];
      }
      out[to] = finish(${scaledSum}, old);
    }
  }
  workgroupBarrier();`,
  ),
)}
}
`;
}
