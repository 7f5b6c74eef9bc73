// A transform of AssemblyScript's compiler (`asc --transform @spmv/kernel-kit/assembly/entries.js`). Of every generic function that the entry file
// names, `export { csr } from './csr'`, the module exports one for each precision: csr<T> as csrF64 and csrF32, csr<T, S>, whose values are stored
// as S, also as csrF64F32. Of an entry file complex.ts these are csrC128 and csrC64, and of csr<T, A = T>, which conjugates where A is bool, also
// csrConjugatedC128 and csrConjugatedC64. Callers hand over every host scalar as f64, of complex ones both parts.
const REAL = [{}, { F64: ['f64'], F32: ['f32'] }, { F64: ['f64', 'f64'], F64F32: ['f64', 'f32'], F32: ['f32', 'f32'] }];
const COMPLEX = [{}, { C128: ['v128'], C64: ['u64'] }, { C128: ['v128', 'v128'], C64: ['u64', 'u64'] }];

const listOf = (text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Types of each function that is made of one with these, by what its name ends with. */
function typesOf(types, isComplex) {
  const stored = types.filter((one) => !one.includes('=')).length;
  const made = Object.entries((isComplex ? COMPLEX : REAL)[stored] ?? {});
  const conjugated = types.length > stored && isComplex ? made.map(([suffix, each]) => [`Conjugated${suffix}`, [...each, 'bool']]) : [];
  return [...made, ...conjugated];
}

/** The exported functions of a generic one; none of what is not generic. */
function entriesOf(name, text, isComplex) {
  const [, types, list] = new RegExp(`export function ${name}<([^>]*)>\\(([^)]*)\\): void \\{`, 'u').exec(text) ?? [];
  if (types === undefined) return '';
  const [computed] = listOf(types);
  const parameters = listOf(list).map((one) => one.split(/:\s*/u));
  const isScalar = ([, type]) => type === computed;
  const declared = parameters.flatMap(([own, type]) => {
    if (type !== computed) return [`${own}: ${type}`];
    return isComplex ? [`${own}: f64`, `${own}Imaginary: f64`] : [`${own}: f64`];
  });
  return typesOf(listOf(types), isComplex)
    .map(([suffix, each]) => {
      const cast = (own) => (each[0] === 'f32' ? `<f32>${own}` : own);
      const given = parameters.map((parameter) => {
        const [own] = parameter;
        if (!isScalar(parameter)) return own;
        return isComplex ? `pair<${each[0]}>(${own}, ${own}Imaginary)` : cast(own);
      });
      return `export function ${name}${suffix}(${declared.join(', ')}): void { ${name}<${each.join(', ')}>(${given.join(', ')}); }\n`;
    })
    .join('');
}

const USER_ENTRY = 1;

export default class Entries {
  afterParse(parser) {
    for (const entry of parser.sources.filter(({ sourceKind }) => sourceKind === USER_ENTRY)) {
      const folder = entry.normalizedPath.replace(/[^/]*$/u, '');
      const isComplex = entry.normalizedPath.endsWith('/complex.ts');
      const numbers = isComplex ? "import { pair } from '@spmv/kernel-kit/assembly/numbers';\n" : '';
      for (const [, names, path] of entry.text.matchAll(/^export \{([^}]*)\} from '([^']*)'/gmu)) {
        const file = path.startsWith('./') ? `${folder}${path.slice(2)}.ts` : `~lib/${path}.ts`;
        const text = parser.sources.find((one) => one.normalizedPath === file)?.text ?? '';
        for (const name of listOf(names)) {
          const made = entriesOf(name, text, isComplex);
          if (made === '') continue;
          parser.parseFile(`${numbers}import { ${name} } from '${path}';\n${made}`, `${folder}${name}.entries.ts`, true);
          // The compiler exports no generic function, and would say so.
          for (const statement of entry.statements)
            if (statement.members) statement.members = statement.members.filter(({ localName }) => localName.text !== name);
        }
      }
    }
  }
}
