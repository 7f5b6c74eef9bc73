import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sourceOfName } from '../matrix/source.ts';
import type { PageSession, Side } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { grouped } from './format-number.ts';
import type { Slider } from './generator-sliders.ts';
import { GENERATOR_SLIDERS, initialOptions, positionOf, positionsOf, valueAt } from './generator-sliders.ts';

/** Milliseconds of rest after which a matrix is made anew. */
const REST = 150;

interface Props {
  readonly session: PageSession;
  readonly side: Side;
}

interface SliderProps {
  readonly slider: Slider;
  readonly value: number;
  /** It moves; or a number is given. */
  onSlide(value: number): void;
  onGive(value: number): void;
}

/** A slider; where its positions are powers, any number between them can be typed. */
function SliderView({ slider, value, onSlide, onGive }: SliderProps): JSX.Element {
  const { label, min, step } = slider;
  const range = (name?: string): JSX.Element => (
    <input
      {...(name === undefined ? {} : { 'aria-label': name })}
      type="range"
      min={0}
      max={positionsOf(slider)}
      value={positionOf(slider, value)}
      aria-valuetext={String(value)}
      onInput={({ currentTarget }) => onSlide(valueAt(slider, Number(currentTarget.value)))}
    />
  );
  if (step !== undefined)
    return (
      <label>
        <span>
          {label}: {grouped(value)}
        </span>
        {range()}
      </label>
    );
  return (
    <div>
      <label>
        <span>{label}</span>
        <input
          type="number"
          min={min}
          step={1}
          value={value}
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') onGive(Number(currentTarget.value));
          }}
        />
      </label>
      {range(`${label}, roughly`)}
    </div>
  );
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
    // A second one that A can be multiplied by.
    const first = session.slots.matrix.state.get();
    const cols = side === 'beside' && first.status === 'loaded' ? first.matrix.summary.shape.cols : undefined;
    if (made !== '') make(made, initialOptions(made, cols));
  }
  function slide(option: string, value: number, rest: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => make(generator, { ...params, [option]: String(value) }), rest);
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
          {sliders.map((slider) => (
            <SliderView
              key={`${generator}.${slider.option}`}
              slider={slider}
              value={Number(params[slider.option] ?? slider.initial)}
              onSlide={(value) => slide(slider.option, value, REST)}
              onGive={(value) => slide(slider.option, value, 0)}
            />
          ))}
        </div>
      )}
    </>
  );
}
