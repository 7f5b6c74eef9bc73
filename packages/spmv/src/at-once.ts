import { withStack } from './leaks.ts';
import type { OpenMatrix } from './open-matrix.ts';
import { taken } from './source/taken.ts';

/** Opens what was there at the call, whatever is loaded first. */
export function atOnce(load: () => OpenMatrix | Promise<OpenMatrix>): OpenMatrix {
  const open = async (...[source, asked]: Parameters<OpenMatrix>): Promise<unknown> => {
    const options = withStack(asked);
    const given = taken(source);
    const opening = load();
    return opening instanceof Promise ? (await opening)(given, options) : opening(given, options);
  };
  return open as OpenMatrix;
}
