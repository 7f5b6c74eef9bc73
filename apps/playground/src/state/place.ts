import type { SourceName } from '../matrix/source.ts';

/** Texts by name: what a panel keeps in the address. */
export type Choices = Readonly<Record<string, string>>;

/** What the address says: enough to come back to. */
export interface AddressState {
  /** Id of the open panel; empty for the first. */
  readonly panel: string;
  /** The matrix as the command names it; empty for none. */
  readonly matrix: SourceName;
  /** A second one, to compare with. */
  readonly beside: SourceName;
  /** What panels keep: `PANEL.KEY`. */
  readonly choices: Choices;
}

/** Most characters of an address that are read: a link cannot ask for more. */
const MOST = 8192;

/** The fragment for a place: `#matrix=cavity10&panel=run&run.backend=serial`. Empty parts are left out. */
export function fragmentOf({ panel, matrix, beside, choices }: AddressState): string {
  const parts = Object.entries({ matrix, beside, panel, ...choices }).filter(([, text]) => text !== '');
  return parts.length === 0 ? '' : `#${new URLSearchParams(parts.map(([name, text]) => [name, text])).toString()}`;
}

/** The place of a fragment. What it does not know is kept as a choice where its name has a dot, else left out. */
export function placeOf(fragment: string): AddressState {
  const given = new URLSearchParams(fragment.replace(/^#/u, '').slice(0, MOST));
  const choices = Object.fromEntries([...given].filter(([name]) => /^[a-z]+\.[\w-]+$/iu.test(name)));
  return {
    panel: given.get('panel') ?? '',
    matrix: given.get('matrix') ?? '',
    beside: given.get('beside') ?? '',
    choices,
  };
}

/** What a panel keeps, by its own names. */
export function choicesOf({ choices }: AddressState, panel: string): Choices {
  const prefix = `${panel}.`;
  return Object.fromEntries(
    Object.entries(choices).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text] as const] : [],
    ),
  );
}

/** The place with those choices alone whose names are kept. */
export function withOnly(place: AddressState, kept: (name: string) => boolean): AddressState {
  return { ...place, choices: Object.fromEntries(Object.entries(place.choices).filter(([name]) => kept(name))) };
}

/** The place with changed choices of a panel. */
export function withChoices(place: AddressState, panel: string, changed: Choices): AddressState {
  const named = Object.entries(changed).map(([name, text]) => [`${panel}.${name}`, text] as const);
  const choices = Object.entries({ ...place.choices, ...Object.fromEntries(named) }).filter(([, text]) => text !== '');
  return { ...place, choices: Object.fromEntries(choices) };
}
