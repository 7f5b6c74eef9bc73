/** A turn of the event loop, so that a signal can be heard. Promises alone give none. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
