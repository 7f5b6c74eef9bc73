function remembered<K, V>(
  made: { get(key: K): { readonly value: V } | undefined; set(key: K, found: { readonly value: V }): unknown },
  make: (key: K) => V,
): (key: K) => V {
  return (key) => {
    let found = made.get(key);
    if (!found) made.set(key, (found = { value: make(key) }));
    return found.value;
  };
}

/**
 * What `make` gives for a key, made once. The operators of all points of a matrix, or of a problem, are asked for the same products: the
 * oracle's work, much of a case, is done once for all of them.
 */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return remembered(new WeakMap<K, { readonly value: V }>(), make);
}

/** The same of texts. */
export function oncePerText<K extends string, V>(make: (key: K) => V): (key: K) => V {
  return remembered(new Map<K, { readonly value: V }>(), make);
}
