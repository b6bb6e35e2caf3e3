const BILGE = /(bilge[^.]*|\.(currentLevel|level|state|running|active|on|alarm|water|wet))$/i;
const ELSE_IN_BILGE = /light|lamp|fan|blower|heater|vent|temp|humid|count|cycle|time|hours/i;

/** Whether a key says if there is water in the bilge or its pump runs, as the service's rule has it. */
export function isBilge(key: string): boolean {
  return /bilge/i.test(key) && BILGE.test(key) && !ELSE_IN_BILGE.test(key);
}
