import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sourceOfName } from '../matrix/source.ts';
import type { Session, Side } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { grouped } from './format-number.ts';
import { GENERATOR_SLIDERS, positionOf, positionsOf, valueAt } from './generator-sliders.ts';

/** Milliseconds of rest after which a matrix is made anew. */
const REST = 150;

interface Props {
  readonly session: Session;
  readonly side: Side;
}

/** Makes a matrix by a generator; its sliders make it anew as they move. */
export function GeneratorForm({ session, side }: Props): JSX.Element {
  const { [side]: name } = useStore(session.place);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const source = name.startsWith('gen:') ? sourceOfName(name, new Map()) : undefined;
  const generator = source?.kind === 'generated' ? source.generator : '';
  const params = source?.kind === 'generated' ? source.params : {};
  const isKnown = Object.hasOwn(GENERATOR_SLIDERS, generator);
  const sliders = isKnown ? (GENERATOR_SLIDERS[generator] ?? []) : [];

  function make(made: string, values: Readonly<Record<string, string>>): void {
    session.open(side, { kind: 'generated', generator: made, params: values });
  }
  function start(made: string): void {
    const first = (GENERATOR_SLIDERS[made] ?? []).map(({ option, initial }) => [option, String(initial)] as const);
    if (made !== '') make(made, Object.fromEntries(first));
  }
  function slide(option: string, value: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => make(generator, { ...params, [option]: String(value) }), REST);
  }
  return (
    <>
      <label>
        <span>Generator</span>
        <select value={isKnown ? generator : ''} onChange={({ currentTarget }) => start(currentTarget.value)}>
          <option value="">choose…</option>
          {Object.keys(GENERATOR_SLIDERS).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      {sliders.length > 0 && (
        <div class="sliders">
          {sliders.map((slider) => {
            const value = Number(params[slider.option] ?? slider.initial);
            return (
              <label key={`${generator}.${slider.option}`}>
                <span>
                  {slider.label}: {grouped(value)}
                </span>
                <input
                  type="range"
                  min={0}
                  max={positionsOf(slider)}
                  value={positionOf(slider, value)}
                  aria-valuetext={String(value)}
                  onInput={({ currentTarget }) => slide(slider.option, valueAt(slider, Number(currentTarget.value)))}
                />
              </label>
            );
          })}
        </div>
      )}
    </>
  );
}
