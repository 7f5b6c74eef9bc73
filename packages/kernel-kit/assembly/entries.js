// A transform of AssemblyScript's compiler (`asc --transform @spmv/kernel-kit/assembly/entries.js`). Of every generic function that the entry file
// names, `export { csr } from './csr'`, the module exports one for each precision: csr<T> as csrF64 and csrF32, csr<T, S>, whose values are stored
// as S, also as csrF64F32. Callers hand over every host scalar as f64.
const PRECISIONS = [
  {},
  { F64: ['f64'], F32: ['f32'] },
  { F64: ['f64', 'f64'], F64F32: ['f64', 'f32'], F32: ['f32', 'f32'] },
];

const listOf = (text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The exported functions of a generic one; none of what is not generic. */
function entriesOf(name, text) {
  const [, types, list] = new RegExp(`export function ${name}<([^>]*)>\\(([^)]*)\\): void \\{`, 'u').exec(text) ?? [];
  if (types === undefined) return '';
  const [computed, ...others] = listOf(types);
  const parameters = listOf(list).map((one) => one.split(/:\s*/u));
  const declared = parameters.map(([own, type]) => `${own}: ${type === computed ? 'f64' : type}`);
  return Object.entries(PRECISIONS[1 + others.length] ?? {})
    .map(([suffix, each]) => {
      const given = parameters.map(([own, type]) => (type === computed && each[0] === 'f32' ? `<f32>${own}` : own));
      return `export function ${name}${suffix}(${declared.join(', ')}): void { ${name}<${each.join(', ')}>(${given.join(', ')}); }\n`;
    })
    .join('');
}

const USER_ENTRY = 1;

export default class Entries {
  afterParse(parser) {
    for (const entry of parser.sources.filter(({ sourceKind }) => sourceKind === USER_ENTRY)) {
      const folder = entry.normalizedPath.replace(/[^/]*$/u, '');
      for (const [, names, path] of entry.text.matchAll(/^export \{([^}]*)\} from '([^']*)'/gmu)) {
        const file = path.startsWith('./') ? `${folder}${path.slice(2)}.ts` : `~lib/${path}.ts`;
        const text = parser.sources.find((one) => one.normalizedPath === file)?.text ?? '';
        for (const name of listOf(names)) {
          const made = entriesOf(name, text);
          if (made === '') continue;
          parser.parseFile(`import { ${name} } from '${path}';\n${made}`, `${folder}${name}.entries.ts`, true);
          // The compiler exports no generic function, and would say so.
          for (const statement of entry.statements)
            if (statement.members) statement.members = statement.members.filter(({ localName }) => localName.text !== name);
        }
      }
    }
  }
}
