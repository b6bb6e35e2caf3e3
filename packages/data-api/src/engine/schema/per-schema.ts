/** Facts loaded once per schema cache, so that a schema change renews both. */
import type { SchemaCache } from "./schema-cache.ts";

/** @param load loads the facts; retried on the next call if it failed */
export function perSchema<T>(load: () => Promise<T>): (cache: SchemaCache) => Promise<T> {
  const known = new WeakMap<SchemaCache, Promise<T>>();
  return (cache) => {
    const loading = known.get(cache) ?? load();
    known.set(cache, loading);
    loading.catch(() => known.delete(cache));
    return loading;
  };
}
