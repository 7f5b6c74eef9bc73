/** A run of addresses, in bytes. */
export interface AddressRange {
  readonly address: number;
  readonly bytes: number;
}

/** First-fit allocation of address ranges, independent of any memory. */
export interface FreeList {
  /** Address of `bytes` free bytes below `limit`, or −1. */
  allocate(bytes: number): number;
  /** Frees what `allocate` gave. */
  release(span: AddressRange): void;
  /** Adds the addresses from the old end to `end`. */
  extend(end: number): void;
  /** Free bytes directly before the end: growing would extend them. */
  readonly tail: number;
  readonly end: number;
}

/** A list whose addresses `begin` … `end` − 1 are free. Neighbouring free spans are always joined. */
export function createFreeList(begin: number, end: number): FreeList {
  const spans: AddressRange[] = end > begin ? [{ address: begin, bytes: end - begin }] : [];
  let last = end;
  const release = ({ address, bytes }: AddressRange): void => {
    if (bytes === 0) return;
    let at = spans.findIndex((span) => span.address > address);
    if (at < 0) at = spans.length;
    let joined = { address, bytes };
    const next = spans[at];
    if (next && address + bytes === next.address) {
      joined = { address, bytes: bytes + next.bytes };
      spans.splice(at, 1);
    }
    const previous = spans[at - 1];
    if (previous && previous.address + previous.bytes === address) {
      spans[at - 1] = { address: previous.address, bytes: previous.bytes + joined.bytes };
    } else {
      spans.splice(at, 0, joined);
    }
  };
  return {
    allocate(bytes) {
      const at = spans.findIndex((span) => span.bytes >= bytes);
      const span = spans[at];
      if (!span) return -1;
      if (span.bytes === bytes) spans.splice(at, 1);
      else spans[at] = { address: span.address + bytes, bytes: span.bytes - bytes };
      return span.address;
    },
    release,
    extend(to) {
      release({ address: last, bytes: to - last });
      last = to;
    },
    get tail() {
      const span = spans[spans.length - 1];
      return span && span.address + span.bytes === last ? span.bytes : 0;
    },
    get end() {
      return last;
    },
  };
}
