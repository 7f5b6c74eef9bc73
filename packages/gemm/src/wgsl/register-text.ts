import { panelText } from './panel-text.ts';
import type { PanelReading, RegisterShape } from './register-shape.ts';
import { threadsOf } from './register-shape.ts';

/** What decides the text besides the shape. */
export interface RegisterReading {
  readonly left: PanelReading;
  readonly right: PanelReading;
  /** Whether four neighbours of the result are written at once. */
  readonly outQuads: boolean;
  /** Whether sums are single words. */
  readonly wide: boolean;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const lines = (parts: readonly string[]): string => parts.join('\n');

/** Helpers of every text. */
const COMMON = `
fn firstOf(four: Value4, count: u32) -> Value4 {
  var values = unpack(four);
  if (count < 4u) { values[3] = zeroValue(); }
  if (count < 3u) { values[2] = zeroValue(); }
  if (count < 2u) { values[1] = zeroValue(); }
  if (count < 1u) { values[0] = zeroValue(); }
  return pack(values[0], values[1], values[2], values[3]);
}
`;

const PUT_QUADS = `
@group(0) @binding(3) var<storage, read_write> out: array<Value4>;
fn putFour(at: u32, count: u32, a: Sum, b: Sum, c: Sum, d: Sum) {
  var old = array<Value, 4>(zeroValue(), zeroValue(), zeroValue(), zeroValue());
  if (readsY()) {
    old = unpack(out[at / 4u]);
  }
  out[at / 4u] = pack(finish(a, old[0]), finish(b, old[1]), finish(c, old[2]), finish(d, old[3]));
}
`;

const PUT_ONES = `
@group(0) @binding(3) var<storage, read_write> out: array<Value>;
fn putOne(at: u32, sum: Sum) {
  var old = zeroValue();
  if (readsY()) {
    old = out[at];
  }
  out[at] = finish(sum, old);
}
fn putFour(at: u32, count: u32, a: Sum, b: Sum, c: Sum, d: Sum) {
  putOne(at, a);
  if (count > 1u) { putOne(at + 1u, b); }
  if (count > 2u) { putOne(at + 2u, c); }
  if (count > 3u) { putOne(at + 3u, d); }
}
`;

/** The sums of a thread: their declaration, one term added to all of them, and four neighbours of a row. */
interface Sums {
  readonly declare: string;
  readonly addTerm: (term: string) => string;
  readonly four: (row: number, group: number) => string;
}

/** Where group `g` of four lines of this thread is in a tile. */
const firstOfGroup = (lineCount: number, perThread: number, thread: string, g: number): string =>
  `${g * (lineCount / (perThread / 4))}u + ${thread} * 4u`;

/** Sums in vectors of four neighbours of a row, for sums of one word. */
function wideSums({ tileRows, tileCols, threadRows, threadCols }: RegisterShape, stride: Strides): Sums {
  const [rows, rowGroups, colGroups] = [upTo(threadRows), upTo(threadRows / 4), upTo(threadCols / 4)];
  return {
    declare: lines(rows.flatMap((r) => colGroups.map((h) => `  var c${r}_${h} = vec4<f32>();`))),
    addTerm: (term) =>
      lines([
        '    {',
        ...rowGroups.map(
          (g) =>
            `    let a${g} = leftTile[(${term} * ${stride.left}u + ${firstOfGroup(tileRows, threadRows, 'ty', g)}) / 4u];`,
        ),
        ...colGroups.map(
          (h) =>
            `    let x${h} = rightTile[(${term} * ${stride.right}u + ${firstOfGroup(tileCols, threadCols, 'tx', h)}) / 4u];`,
        ),
        ...rows.flatMap((r) =>
          colGroups.map((h) => `    c${r}_${h} = fma(vec4<f32>(a${Math.floor(r / 4)}[${r % 4}]), x${h}, c${r}_${h});`),
        ),
        '    }',
      ]),
    four: (row, group) => ['x', 'y', 'z', 'w'].map((e) => `c${row}_${group}.${e}`).join(', '),
  };
}

/** Sums by themselves, for those of two words. */
function pairSums({ tileRows, tileCols, threadRows, threadCols }: RegisterShape, stride: Strides): Sums {
  const [rows, cols] = [upTo(threadRows), upTo(threadCols)];
  const load = (name: string, to: string, lineCount: number, perThread: number, thread: string, i: number): string =>
    `    let ${to}${i} = ${name}Tile[${name}Term + ${firstOfGroup(lineCount, perThread, thread, Math.floor(i / 4))} + ${i % 4}u];`;
  return {
    declare: lines(rows.flatMap((r) => cols.map((c) => `  var c${r}_${c} = zeroSum();`))),
    addTerm: (term) =>
      lines([
        '    {',
        `    let leftTerm = (${term}) * ${stride.left}u;`,
        `    let rightTerm = (${term}) * ${stride.right}u;`,
        ...rows.map((r) => load('left', 'a', tileRows, threadRows, 'ty', r)),
        ...cols.map((c) => load('right', 'x', tileCols, threadCols, 'tx', c)),
        ...rows.flatMap((r) => cols.map((c) => `    c${r}_${c} = addProduct(c${r}_${c}, a${r}, x${c});`)),
        '    }',
      ]),
    four: (row, group) =>
      upTo(4)
        .map((e) => `c${row}_${group * 4 + e}`)
        .join(', '),
  };
}

interface Strides {
  readonly left: number;
  readonly right: number;
}

/** Threads of a warp as 8 × 4 where they divide so: fewer different addresses in workgroup memory than 32 × 1. */
function threadPlace({ tileRows, tileCols, threadRows, threadCols }: RegisterShape): string {
  const [across, down] = [tileCols / threadCols, tileRows / threadRows];
  if (across % 8 !== 0 || down % 4 !== 0) return `  let tx = local % ${across}u;\n  let ty = local / ${across}u;`;
  const warps = across / 8;
  return `  let tx = local / 32u % ${warps}u * 8u + local % 8u;\n  let ty = local / ${32 * warps}u * 4u + local % 32u / 8u;`;
}

/**
 * The text of a product by register tiles, behind the backend's arithmetic and launch.wgsl; entry point `multiply`. The next tiles are loaded
 * into registers while the present ones are multiplied.
 */
export function registerText(shape: RegisterShape, { left, right, outQuads, wide }: RegisterReading): string {
  const { tileRows, tileCols, depth, threadRows, threadCols, buffers } = shape;
  const threads = threadsOf(shape);
  const l = panelText({ name: 'left', lines: tileRows, depth, threads, reading: left, wide });
  const r = panelText({ name: 'right', lines: tileCols, depth, threads, reading: right, wide });
  const tile = (name: string, stride: number): string =>
    `var<workgroup> ${name}Tile: array<${wide ? 'vec4<f32>' : 'Sum'}, ${(buffers * depth * stride) / (wide ? 4 : 1)}>;`;
  const sums = (wide ? wideSums : pairSums)(shape, { left: l.stride, right: r.stride });
  const terms = wide
    ? lines(upTo(depth).map((term) => sums.addTerm(`(at + ${term}u)`)))
    : `    for (var term = at; term < at + ${depth}u; term++) {\n${sums.addTerm('term')}\n    }`;
  const results = upTo(threadRows).flatMap((row) =>
    upTo(threadCols / 4).map((group) => {
      const i = `i0 + ${firstOfGroup(tileRows, threadRows, 'ty', Math.floor(row / 4))} + ${row % 4}u`;
      const j = `j0 + ${firstOfGroup(tileCols, threadCols, 'tx', group)}`;
      return `  if (${i} < launch.m && ${j} < launch.n) {
    putFour(b * launch.outBatch + (${i}) * launch.outRow + ${j}, launch.n - (${j}), ${sums.four(row, group)});
  }`;
    }),
  );
  return `${l.declarations}
${r.declarations}
${tile('left', l.stride)}
${tile('right', r.stride)}
${COMMON}${outQuads ? PUT_QUADS : PUT_ONES}
@compute @workgroup_size(${threads})
fn multiply(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let across = ceilDiv(launch.n, ${tileCols}u);
  let down = ceilDiv(launch.m, ${tileRows}u);
  let group = groupNumber(id, groups);
  let b = group / (across * down);
  if (b >= launch.batch) {
    return;
  }
  let tile = group - b * across * down;
  let i0 = tile / across * ${tileRows}u;
  let j0 = tile % across * ${tileCols}u;
${threadPlace(shape)}
  ${l.begin}
  ${r.begin}
${sums.declare}
  var k0 = 0u;
${l.fetch}
${r.fetch}
  var at = 0u;
  while (k0 < launch.k) {
${l.store}
${r.store}
    workgroupBarrier();
    k0 += ${depth}u;
    if (k0 < launch.k) {
${l.fetch}
${r.fetch}
    }
${terms}
${buffers === 2 ? `    at = ${depth}u - at;` : '    workgroupBarrier();'}
  }
${lines(results)}
}
`;
}
