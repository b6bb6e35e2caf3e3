import type { Moorage } from "../../api/places/moorages.ts";

/** What a list of moorages can be ordered by. */
export const ORDERS = ["visits", "time", "name"] as const;
export type MoorageOrder = (typeof ORDERS)[number];

/** Which moorages the list shows and in what order, as its address says. */
export interface MooragesShown {
  readonly order: MoorageOrder;
  readonly search: string;
}

/** What the words of an address ask for. */
export function readMoorages(query: URLSearchParams): MooragesShown {
  const order = query.get("sort");
  return { order: ORDERS.find((one) => one === order) ?? "visits", search: query.get("q") ?? "" };
}

/** The words of the address that shows these moorages. */
export function writeMoorages({ order, search }: MooragesShown): Record<string, string> {
  return { sort: order === "visits" ? "" : order, q: search };
}

/** Letters are letters, with accents or without. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** Those whose name, or other words, hold what is searched for; in order. */
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
