import { useEffect, useState } from 'preact/hooks';

/** A value that can be watched. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Calls `listener` after every change, until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of a store, drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());
    return store.subscribe(() => setValue(store.get()));
  }, [store]);
  return value;
}
