/** Facts that are read once for each schema cache, so that a schema change renews both. */
import type { SchemaCache } from "./schema-cache.ts";

/** @param load reads the facts; one that failed is tried again next time */
export function perSchema<T>(load: () => Promise<T>): (cache: SchemaCache) => Promise<T> {
  const known = new WeakMap<SchemaCache, Promise<T>>();
  return (cache) => {
    const loading = known.get(cache) ?? load();
    known.set(cache, loading);
    loading.catch(() => known.delete(cache));
    return loading;
  };
}
