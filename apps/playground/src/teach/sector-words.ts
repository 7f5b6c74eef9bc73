import type { AccessStep } from '@spmv/trace';

/** Bytes of a sector. */
export const SECTOR = 32;

/** A sector of an array: its elements, each with the lanes that access it. */
export interface SectorWords {
  /** From the begin of the array, counted from 0. */
  readonly number: number;
  /** Which colour it has among the step's. */
  readonly paper: number;
  readonly elements: readonly { readonly element: number; /** `3, 7`, or nothing. */ readonly lanes: string }[];
}

/** The sectors that a step touches. */
export function sectorWords({ sectors, elements, bytes, width, lanes }: AccessStep): readonly SectorWords[] {
  const elementBytes = bytes / width;
  const perSector = Math.max(1, SECTOR / elementBytes);
  const readers = new Map<number, number[]>();
  elements.forEach((first, lane) => {
    if (!((lanes >>> lane) & 1)) return;
    for (let element = first; element < first + Math.max(1, width); element++)
      readers.set(element, [...(readers.get(element) ?? []), lane]);
  });
  return sectors.map((number, place) => ({
    number,
    paper: place % 6,
    elements: Array.from({ length: perSector }, (_, k) => {
      const element = Math.floor((number * SECTOR) / elementBytes) + k;
      return { element, lanes: (readers.get(element) ?? []).join(', ') };
    }),
  }));
}
