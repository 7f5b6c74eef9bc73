import type { JSX } from 'preact';
import type { Choices } from '../state/place.ts';
import { TAUGHT_PARAMS, taughtValue } from './taught.ts';

interface Props {
  readonly choices: Choices;
  choose(changed: Choices): void;
}

/** What decides how much SELL and HYB pad. */
export function ParamSliders({ choices, choose }: Props): JSX.Element {
  return (
    <div class="part">
      {TAUGHT_PARAMS.map((param) => {
        const value = taughtValue(param, choices);
        return (
          <label key={param.key}>
            <span>
              {param.title}: {value}
            </span>
            <input
              type="range"
              min={0}
              max={param.values.length - 1}
              value={param.values.indexOf(value)}
              aria-valuetext={String(value)}
              onInput={({ currentTarget }) => {
                const next = param.values[Number(currentTarget.value)] ?? param.usual;
                choose({ [param.key]: next === param.usual ? '' : String(next) });
              }}
            />
          </label>
        );
      })}
    </div>
  );
}
