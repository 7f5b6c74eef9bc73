import { SMALL } from './svg.ts';

/** Colours that are told apart on white and on black, by all who see; marks differ in shape and dashes as well. */
const LIGHT = ['#0b62a8', '#b3420a', '#0a7a55', '#8f2a7d', '#7a6100', '#2f7f94', '#a3223a', '#4f5560'];
const DARK = ['#6fb7f2', '#f29a5c', '#4fd1a1', '#e48ad2', '#e0c04a', '#7fd4e8', '#ff8f9f', '#b9c0cc'];

function variables(colours: readonly string[], ink: string, mute: string, grid: string, paper: string): string {
  const series = colours.map((colour, c) => `--s${c}:${colour}`);
  return [...series, `--ink:${ink}`, `--mute:${mute}`, `--grid:${grid}`, `--paper:${paper}`].join(';');
}

const LIGHT_VARIABLES: string = variables(LIGHT, '#1a1c20', '#54585f', '#dcdfe4', '#ffffff');
const DARK_VARIABLES: string = variables(DARK, '#e8eaee', '#abb1bb', '#3a3f47', '#16181c');

/** What `where` needs for charts inside it: colours for light and dark, and how each kind of mark is drawn. */
export function chartStyle(where: string): string {
  return [
    `${where}{color-scheme:light dark;${LIGHT_VARIABLES}}`,
    `@media (prefers-color-scheme:dark){${where}{${DARK_VARIABLES}}}`,
    `@media print{${where}{color-scheme:light;${LIGHT_VARIABLES}}}`,
    '.chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}',
    '.chart text{fill:var(--ink);stroke:none;unicode-bidi:isolate}',
    '.chart .y text{text-anchor:end}',
    '.chart .x text{text-anchor:middle}',
    '.chart .note{fill:var(--mute)}',
    `.chart .note,.chart .v,.chart .j{font-size:${SMALL}px}`,
    '.chart .title{font-weight:600}',
    '.chart .k,.chart .j{font-weight:700}',
    '.chart .halo,.chart .v{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}',
    '.chart path{fill:none;stroke:none}',
    '.chart .grid{stroke:var(--grid)}',
    '.chart .axis{stroke:var(--mute)}',
    '.chart .level,.chart .roof{stroke:var(--ink);stroke-width:1.5}',
    '.chart .level{stroke-dasharray:5 4}',
    '.chart .s path{stroke:var(--c)}',
    '.chart .s .m,.chart .s .b{fill:var(--c)}',
    '.chart .s .m{stroke:var(--paper);stroke-width:.7}',
    '.chart .s .l{stroke-width:2}',
    '.chart .s .w{stroke-width:1.3}',
    '.chart .s .over{stroke:var(--ink)}',
    '.chart .printed .m,.chart .printed .b{fill:var(--paper);stroke:var(--c);stroke-width:1.6}',
    '.chart .printed .b{stroke-dasharray:3 2}',
    '.chart .d1 .l{stroke-dasharray:7 4}',
    '.chart .d2 .l{stroke-dasharray:2 3}',
    '.chart .d3 .l{stroke-dasharray:9 3 2 3}',
    '.chart .d4 .l{stroke-dasharray:4 2}',
    ...LIGHT.map((_, c) => `.chart .c${c}{--c:var(--s${c})}`),
  ].join('\n');
}
