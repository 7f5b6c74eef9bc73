import { advise, examine, recordedExperience } from '@spmv/advice';
import type { CooMatrix, Precision } from '@spmv/core';
import type { Choose, OpenEngine } from '@spmv/engine';

/** What tells kernels on backends apart, at the point that each suggests. */
function keyOf({ backend, kernel }: { readonly backend: string; readonly kernel: string }): string {
  return `${backend} ${kernel}`;
}

/**
 * Combinations in the order in which statistics expect them to be fast, by what was learned of recorded runs: a time budget that ends early has
 * then timed what is most likely advised. Computes no product. Those without an expectation come last.
 */
export async function advisedOrder({ registry, backends, options }: OpenEngine, coo: CooMatrix): Promise<Choose> {
  const examined = examine(coo);
  const places = new Map<Precision, ReadonlyMap<string, number>>();
  for (const precision of new Set(backends.open.flatMap(({ backend }) => backend.device.precisions))) {
    const { choice, others } = await advise({
      registry,
      backends: backends.open,
      coo,
      examined,
      experience: recordedExperience,
      precision,
      trials: 0,
      maxBytes: options.maxBytes,
    });
    const ranked = [...(choice ? [choice] : []), ...others].sort((a, b) => a.ms - b.ms);
    places.set(precision, new Map(ranked.map((one, place) => [keyOf(one), place])));
  }
  return (_blocks, plan) => {
    const { runnable, excluded } = plan();
    const placeOf = (one: (typeof runnable)[number]): number => places.get(one.precision)?.get(keyOf(one)) ?? Infinity;
    // Precisions are run one after the other: only within each is there an order to change.
    const precisions = [...new Set(runnable.map(({ precision }) => precision))];
    const sorted = precisions.flatMap((precision) =>
      runnable
        .filter((one) => one.precision === precision)
        .map((one) => ({ one, place: placeOf(one) }))
        .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
        .map(({ one }) => one),
    );
    return { runnable: sorted, excluded };
  };
}
