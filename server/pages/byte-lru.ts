/** Things by key, bounded by their bytes; the least recently used goes first. */
export function createByteLru<Thing extends { readonly bytes: number }>(mostBytes: number) {
  const things = new Map<string, Thing>();
  let bytes = 0;

  function drop(key: string): void {
    const thing = things.get(key);
    if (!thing) return;
    things.delete(key);
    bytes -= thing.bytes;
  }

  return {
    find(key: string): Thing | undefined {
      const thing = things.get(key);
      if (thing) {
        things.delete(key);
        things.set(key, thing);
      }
      return thing;
    },
    keep(key: string, thing: Thing): void {
      drop(key);
      if (thing.bytes > mostBytes) return;
      things.set(key, thing);
      bytes += thing.bytes;
      for (const oldest of things.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    drop,
    dropWhere(isUnwanted: (thing: Thing) => boolean): void {
      for (const [key, thing] of things) if (isUnwanted(thing)) drop(key);
    },
    get size() {
      return { count: things.size, bytes };
    },
  };
}
