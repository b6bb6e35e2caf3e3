/** What a bilge or its pump reports: water, a level, or that the pump runs. */
const REPORTS = /^(currentLevel|level|state|running|active|on|alarm|water|wet)$/i;
/** What else is in a bilge. */
const OTHERS = /light|lamp|fan|blower|heater|vent|temp|humid|count|cycle|time|hours/i;

/** Whether a key says if there is water in the bilge; others, such as its temperature, do not. */
export function isBilge(key: string): boolean {
  const last = key.split(".").at(-1) ?? "";
  return /bilge/i.test(key) && (/bilge/i.test(last) || REPORTS.test(last)) && !OTHERS.test(key);
}
