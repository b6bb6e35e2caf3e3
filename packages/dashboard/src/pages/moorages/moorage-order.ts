import type { Moorage } from "../../api/places/moorages.ts";

/** Sort orders of moorages. */
export const ORDERS = ["visits", "time", "name"] as const;
export type MoorageOrder = (typeof ORDERS)[number];

/** The list's state in its address. */
export interface MooragesShown {
  readonly order: MoorageOrder;
  readonly search: string;
}

/** Parses the page's query. */
export function readMoorages(query: URLSearchParams): MooragesShown {
  const order = query.get("sort");
  return { order: ORDERS.find((one) => one === order) ?? "visits", search: query.get("q") ?? "" };
}

/** Writes the page's query. */
export function writeMoorages({ order, search }: MooragesShown): Record<string, string> {
  return { sort: order === "visits" ? "" : order, q: search };
}

/** Folds case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The moorages that match the search, in order. */
export function chosenMoorages(
  moorages: readonly Moorage[],
  { order, search }: MooragesShown,
  { language, wordsOf }: { readonly language: string; readonly wordsOf: (moorage: Moorage) => string },
): readonly Moorage[] {
  const wanted = plain(search.trim());
  const names = new Intl.Collator(language, { numeric: true });
  const byName = (a: Moorage, b: Moorage) => names.compare(a.name ?? "", b.name ?? "");
  const ranks: Readonly<Record<MoorageOrder, (a: Moorage, b: Moorage) => number>> = {
    visits: (a, b) => (b.visits ?? 0) - (a.visits ?? 0),
    time: (a, b) => (b.totalStaySeconds ?? 0) - (a.totalStaySeconds ?? 0),
    name: byName,
  };
  return moorages
    .filter((moorage) => plain(`${moorage.name ?? ""} ${wordsOf(moorage)}`).includes(wanted))
    .sort((a, b) => ranks[order](a, b) || byName(a, b));
}
