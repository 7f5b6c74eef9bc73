import type { PanelReading } from './register-shape.ts';
import { termStride } from './register-shape.ts';

/** An operand whose tiles go through registers into workgroup memory. */
export interface OperandPanel {
  readonly name: 'left' | 'right';
  /** Lines of a tile: rows of the left matrix, columns of the right one. */
  readonly lines: number;
  readonly depth: number;
  readonly threads: number;
  readonly reading: PanelReading;
  /** Whether sums are single words: workgroup memory then holds them in fours. */
  readonly wide: boolean;
}

/** The texts with which a kernel moves an operand. */
export interface PanelText {
  /** Global declarations. */
  readonly declarations: string;
  /** Where this thread's elements begin, and the variables that hold them between loading and storing. Before the loop. */
  readonly begin: string;
  /** Loads the tile of the terms from `k0` on. */
  readonly fetch: string;
  /** Stores what was loaded at term `at` of workgroup memory. */
  readonly store: string;
  /** Elements from one term to the next in workgroup memory. */
  readonly stride: number;
}

const FOUR = [0, 1, 2, 3] as const;

/** Names of the words of the launch that say how lines, terms and matrices of the batch follow one another. */
const STEPS = {
  left: { line: 'launch.leftRow', term: 'launch.leftCol', batch: 'launch.leftBatch', lines: 'launch.m', first: 'i0' },
  right: {
    line: 'launch.rightCol',
    term: 'launch.rightRow',
    batch: 'launch.rightBatch',
    lines: 'launch.n',
    first: 'j0',
  },
} as const;

/**
 * The text that moves tiles of one operand, in groups of four neighbours, `ceil(lines · depth / 4 / threads)` of them a thread. Lines beyond the
 * last are read as the last one: what comes of them is not stored. Terms beyond the last are zeros.
 */
export function panelText(panel: OperandPanel): PanelText {
  const { name, lines, depth, threads, reading, wide } = panel;
  const { along, quads } = reading;
  const steps = STEPS[name];
  const groups = (lines * depth) / 4;
  const loads = Array.from({ length: Math.ceil(groups / threads) }, (_, load) => load);
  const perRun = along === 'terms' ? depth / 4 : lines / 4;
  const stride = termStride(lines, reading);
  const Name = name === 'left' ? 'Left' : 'Right';
  const at = (load: number, e: number): string =>
    along === 'lines' && !quads ? `${name}At${load}_${e}` : `${name}At${load}`;

  const begin = loads.map((load) => {
    const group = `${name}Group${load}`;
    const [run, place] = [`${group} / ${perRun}u`, `(${group} % ${perRun}u) * 4u`];
    const [line, term] = along === 'terms' ? [run, place] : [place, run];
    const base = (from: string): string =>
      `b * ${steps.batch} + ${from} * ${steps.line} + ${name}Term${load} * ${steps.term}`;
    const clamped = (e: number): string => `min(${steps.first} + ${name}Line${load} + ${e}u, ${steps.lines} - 1u)`;
    const places =
      along === 'terms'
        ? [`let ${at(load, 0)} = ${base(clamped(0))};`]
        : quads
          ? [
              `let ${at(load, 0)} = ${base(`min(${steps.first} + ${name}Line${load}, (${steps.lines} - 1u) / 4u * 4u)`)};`,
            ]
          : FOUR.map((e) => `let ${at(load, e)} = ${base(clamped(e))};`);
    return [
      `let ${group} = min(local + ${load * threads}u, ${groups - 1}u);`,
      `let ${name}Line${load} = ${line};`,
      `let ${name}Term${load} = ${term};`,
      ...places,
      `var ${name}Four${load}: Value4;`,
    ].join('\n  ');
  });

  /** Four elements of one load, of which terms are checked or not. */
  const four = (load: number, checked: boolean): string => {
    const term = `k0 + ${name}Term${load}`;
    const from = (e: number): string =>
      along === 'terms' ? `${at(load, e)} + k0${e > 0 ? ` + ${e}u` : ''}` : `${at(load, e)} + k0 * ${steps.term}`;
    const exists = (e: number): string =>
      checked ? `${term}${along === 'terms' && e > 0 ? ` + ${e}u` : ''} < launch.k` : 'true';
    if (!quads) return `pack(${FOUR.map((e) => `one${Name}(${from(e)}, ${exists(e)})`).join(', ')})`;
    const whole = `four${Name}((${from(0)}) / 4u, ${exists(0)})`;
    return checked && along === 'terms' ? `firstOf(${whole}, launch.k - min(${term}, launch.k))` : whole;
  };
  const fetchAll = (checked: boolean): string =>
    loads.map((load) => `    ${name}Four${load} = ${four(load, checked)};`).join('\n');

  /** Stores element `value` of line `line` and term `term`. */
  const put = (load: number): string => {
    const from = (term: string): string => `(at + ${term}) * ${stride}u + ${name}Line${load}`;
    const elements = FOUR.map((e) => ({ e, value: `widened(${name}Values${load}[${e}])` }));
    const unpacked = `let ${name}Values${load} = unpack(${name}Four${load});`;
    const stores =
      along === 'lines' && wide
        ? [
            `${name}Tile[(${from(`${name}Term${load}`)}) / 4u] = vec4<f32>(${elements.map(({ value }) => value).join(', ')});`,
          ]
        : elements.map(({ e, value }) => {
            const index =
              along === 'lines' ? `${from(`${name}Term${load}`)} + ${e}u` : from(`${name}Term${load} + ${e}u`);
            return wide
              ? `${name}Tile[(${index}) / 4u][${along === 'lines' ? e : `${name}Line${load} % 4u`}] = ${value};`
              : `${name}Tile[${index}] = ${value};`;
          });
    const text = [unpacked, ...stores].join('\n    ');
    const isWhole = (load + 1) * threads <= groups;
    return isWhole ? `    ${text}` : `    if (local + ${load * threads}u < ${groups}u) {\n    ${text}\n    }`;
  };

  const reader = quads
    ? `fn four${Name}(at: u32, exists: bool) -> Value4 {
  if (exists) {
    return ${name}[at];
  }
  return pack(zeroValue(), zeroValue(), zeroValue(), zeroValue());
}`
    : `fn one${Name}(at: u32, exists: bool) -> Value {
  if (exists) {
    return ${name}[at];
  }
  return zeroValue();
}`;
  return {
    declarations: `@group(0) @binding(${name === 'left' ? 1 : 2}) var<storage, read> ${name}: array<${quads ? 'Value4' : 'Value'}>;
${reader}`,
    begin: begin.join('\n  '),
    fetch: `  if (k0 + ${depth}u <= launch.k) {\n${fetchAll(false)}\n  } else {\n${fetchAll(true)}\n  }`,
    store: loads.map(put).join('\n'),
    stride,
  };
}
