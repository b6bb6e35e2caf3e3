/** The relations of the fixture that random requests are about. */

/** A relation for generators: columns with values, and possible embeds. */
export interface Known {
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly embeds: Readonly<Record<string, string>>;
}

const TEXTS = ["Ada", "*a*", "", "ä", "a,b", 'say "x"', "x(y)", "null", "%", "a b"];
const INTEGERS = ["1", "2", "5", "-1", "0", "x", "99999999999"];

const RELATIONS: Readonly<Record<string, Known>> = {
  sites: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      name: ["Cerro Alto", "Mount Grey", ...TEXTS],
      country: ["CL", "FR", "xx"],
      altitude: ["12", "1700", ...INTEGERS],
      "location->>type": ["Point", "x"],
    },
    embeds: {
      telescopes: "telescopes",
      site_contacts: "site_contacts",
      open_telescopes: "open_telescopes",
      telescope_totals: "telescope_totals",
    },
  },
  telescopes: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      site_id: INTEGERS,
      name: ["Anteros", ...TEXTS],
      aperture_m: ["1.2", "8.2", "x"],
      installed: ["1976-11-07", "2000-01-01"],
      is_open: ["true", "false", "x"],
      tags: ["{optical}", "{}", "{a,b}"],
      "spec->mount->>kind": ["alt-az"],
    },
    embeds: {
      sites: "sites",
      nights: "nights",
      measurements: "measurements",
      "observers!skills": "observers",
      "observers!favourites": "observers",
      host: "sites",
      first_night: "nights",
    },
  },
  forms: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      spot: ["(1,2)", "x"],
      shout: ["hey", ...TEXTS],
      color: ["#0000ff", "x"],
    },
    embeds: {},
  },
  nights: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      rating: INTEGERS,
      temperatures: ["[0,5)", "empty", "(,3]"],
      started: ["2024-01-01", "x"],
      "weather->seeing": ["1", "0.6"],
      "weather->wind->>kn": ["5", "15"],
    },
    embeds: {
      telescopes: "telescopes",
      "observers!observer_id": "observers",
      "observers!nights_assistant_fkey": "observers",
      exposures: "exposures",
      stars: "stars",
    },
  },
  stars: {
    key: ["catalog", "number"],
    columns: {
      catalog: ["HR", "GJ"],
      number: ["2491", "7001", "1"],
      name: ["Sirius", "Vega", ...TEXTS],
      class: ["A", "M"],
      mag: ["0", "1.5", "-1.46"],
      distance_ly: ["10", "25.04"],
      aliases: ["{}", '{"Alpha Lyr"}'],
    },
    embeds: { nights: "nights", exposures: "exposures", same_class: "stars", brightest: "stars" },
  },
  exposures: {
    key: ["night_id", "catalog", "number"],
    columns: {
      night_id: INTEGERS,
      catalog: ["HR"],
      number: ["2491"],
      seconds: INTEGERS,
      filter_name: ["V", "B"],
    },
    embeds: { nights: "nights", stars: "stars" },
  },
  observers: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      email: ["ada@example.org"],
      full_name: ["Ada Byrne", ...TEXTS],
      born: ["1960-02-03"],
    },
    embeds: {
      badges: "badges",
      bookings: "bookings",
      "telescopes!skills": "telescopes",
      "nights!observer_id": "nights",
    },
  },
  best_nights: {
    key: ["night"],
    columns: { night: INTEGERS, rating: INTEGERS },
    embeds: { telescopes: "telescopes", observers: "observers" },
  },
  badges: { key: ["code"], columns: { observer_id: INTEGERS }, embeds: { observers: "observers" } },
  bookings: { key: ["id"], columns: { id: INTEGERS }, embeds: { observers: "observers", sites: "sites" } },
  measurements: {
    key: ["taken", "id"],
    columns: { id: INTEGERS, taken: ["2024-06-01"], value: ["1.5", "NaN"] },
    embeds: { telescopes: "telescopes" },
  },
  site_contacts: {
    key: ["site_id"],
    columns: { site_id: INTEGERS, keeper: TEXTS },
    embeds: { sites: "sites" },
  },
  open_telescopes: { key: ["id"], columns: { id: INTEGERS, name: TEXTS }, embeds: { sites: "sites" } },
  telescope_totals: {
    key: ["id"],
    columns: { id: INTEGERS, night_count: INTEGERS },
    embeds: { sites: "sites" },
  },
};

/** Their names. */
export const RELATION_NAMES: readonly string[] = Object.keys(RELATIONS);

/** The generator's facts on a relation in {@link RELATION_NAMES}. */
export function known(name: string): Known {
  const found = RELATIONS[name];
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}
