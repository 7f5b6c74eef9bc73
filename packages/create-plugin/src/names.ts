/** A template of a plugin, and the names in it that are replaced. */
export interface Template {
  readonly kind: 'format' | 'kernel' | 'operation' | 'backend' | 'file';
  /** The template's format, kernel, operation, backend or type of files without its vendor: `dia`. */
  readonly name: string;
  readonly package: string;
}

export const TEMPLATES: Readonly<Record<Template['kind'], Template>> = {
  format: { kind: 'format', name: 'dia', package: '@acme/spmv-dia' },
  kernel: { kind: 'kernel', name: 'pairwise', package: '@acme/spmv-pairwise' },
  operation: { kind: 'operation', name: 'magnitudes', package: '@acme/spmv-magnitudes' },
  backend: { kind: 'backend', name: 'plain', package: '@acme/spmv-backend-plain' },
  file: { kind: 'file', name: 'edges', package: '@acme/spmv-edges' },
};

/** What a new plugin is called. */
export interface Names {
  readonly vendor: string;
  readonly name: string;
  readonly package: string;
}

/** Names from an id `vendor/name`, or `undefined` when it is not such an id. The package is `@vendor/spmv-name` unless given. */
export function namesOf(id: string, template: Template, packageName?: string): Names | undefined {
  const [, vendor, name] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(id) ?? [];
  if (vendor === undefined || name === undefined) return undefined;
  return {
    vendor,
    name,
    package: packageName ?? `@${vendor}/${template.package.slice('@acme/'.length).replace(template.name, name)}`,
  };
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  return camel(name).replace(/^\w/, (letter) => letter.toUpperCase());
}

// Placeholders for names that were already replaced, so that nothing is replaced twice.
const PACKAGE = '\u0000';
const NAME = '\u0001';

/** A text of the template with its package, vendor, ids, file names and identifiers replaced. */
export function renamed(text: string, { name, package: from }: Template, names: Names): string {
  const inPathOrId = new RegExp(`(?<=[/.-])${name}\\b|\\b${name}(?=[-.](?:wgsl|ts|js|vector)\\b)`, 'g');
  return (
    text
      .replaceAll(from, PACKAGE)
      .replaceAll('acme', names.vendor)
      .replace(inPathOrId, NAME)
      // What titles and comments call it.
      .replace(new RegExp(`\\b${name.toUpperCase()}\\b`, 'g'), NAME)
      .replace(new RegExp(`\\b${name}\\b`, 'g'), camel(names.name))
      .replace(new RegExp(`${pascal(name)}(?=[A-Z]|\\b)`, 'g'), pascal(names.name))
      .replaceAll(NAME, names.name)
      .replaceAll(PACKAGE, names.package)
  );
}
