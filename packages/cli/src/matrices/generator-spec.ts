import { usageError } from '../cli-error.ts';

/** `stencil27?n=64` taken apart; nothing of it is checked yet. */
export interface GeneratorSpec {
  readonly generator: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Errors: usage, for a malformed query. */
export function parseGeneratorSpec(text: string): GeneratorSpec {
  const [generator = '', query = ''] = text.split('?', 2);
  if (generator === '')
    throw usageError(
      `'gen:${text}' does not name a generator.`,
      'Write gen:NAME?key=value&key=value, for example gen:stencil27?n=16.',
    );
  return {
    generator,
    params: Object.fromEntries(
      query
        .split('&')
        .filter((part) => part !== '')
        .map(pair),
    ),
  };
}

/** `key=value` taken apart. */
export function pair(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw usageError(`'${text}' is not of the form key=value.`, 'Write for example n=64.');
  try {
    return [text.slice(0, at), decodeURIComponent(text.slice(at + 1))];
  } catch {
    throw usageError(
      `'${text}' has a % that does not begin the code of a character.`,
      'Write the character itself; write % as %25.',
    );
  }
}
