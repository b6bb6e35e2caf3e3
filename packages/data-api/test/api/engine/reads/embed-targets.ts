/** Random reads of the fixture schema with embeds in embeds, their limits among them. */
import fc from "fast-check";

/** Possible embeds by relation: lists, single rows, junctions, computed ones. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  sites: ["telescopes", "site_contacts", "bookings", "contacts:site_contacts"],
  telescopes: ["sites", "nights", "skills", "observers!skills"],
  nights: ["telescopes", "exposures", "observers!nights_observer_id_fkey"],
  observers: ["badges", "skills", "nights!nights_observer_id_fkey", "telescopes!skills"],
  stars: ["same_class", "exposures"],
  exposures: ["nights", "stars"],
  skills: ["observers", "telescopes"],
};
/** A total order, so that limits cut off the same rows in any statement. */
const KEYS: Readonly<Record<string, string>> = {
  stars: "catalog,number",
  exposures: "night_id,number",
  skills: "observer_id,telescope_id",
  site_contacts: "site_id",
};

interface Node {
  readonly path: string;
  readonly select: string;
  readonly limits: readonly string[];
}

const nodeOf = (relation: string, depth: number, path: readonly string[]): fc.Arbitrary<Node> => {
  const ways = depth === 0 ? [] : (WAYS[relation] ?? []);
  const key = KEYS[relation] ?? "id";
  const limit = fc.option(fc.nat({ max: 6 }), { nil: null, freq: 2 });
  return fc
    .tuple(
      limit,
      fc.subarray([...ways], { maxLength: Math.min(2, ways.length) }).chain((chosen) =>
        fc.tuple(
          ...chosen.map((way) => {
            const name = way.split(":").at(-1)?.split("!")[0] ?? way;
            const target = name === "same_class" ? "stars" : name;
            return fc
              .tuple(
                nodeOf(target, depth - 1, [...path, way.split(/[:!]/)[0] ?? way]),
                fc.constantFrom("", "", "!inner"),
              )
              .map(([node, join]) => ({ ...node, select: `${way}${join}(${node.select})` }));
          }),
        ),
      ),
    )
    .map(([most, embeds]) => ({
      path: relation,
      select: [key, ...embeds.map(({ select }) => select)].join(","),
      limits: [
        `${[...path, "order"].join(".")}=${key}`,
        ...(most === null ? [] : [`${[...path, "limit"].join(".")}=${most}`]),
        ...embeds.flatMap(({ limits }) => limits),
      ],
    }));
};
/** Request targets. */
export const targets = fc
  .constantFrom(...Object.keys(WAYS))
  .chain((relation) => nodeOf(relation, 3, []))
  .map(({ path, select, limits }) => `/${path}?select=${select}${limits.map((one) => `&${one}`).join("")}`);
