/** The bot's replies: a sentence or a few, in the user's language and units. */
import type { I18n } from "./i18n.ts";

/** A tank's kind, as rules name it. */
export type TankKind = "fuel" | "fresh_water" | "waste_water";

interface StatusFacts {
  readonly boat: string;
  readonly online: boolean;
  readonly ago: string;
  /** The boat's reported status; null if it has none. */
  readonly status: "moored" | "anchored" | "sailing" | "motoring" | null;
  readonly speed: string | null;
  readonly raised: readonly string[];
}

interface WhereFacts {
  readonly boat: string;
  readonly position: string;
  readonly ago: string;
  readonly moorage: string | null;
  readonly map: string;
}

interface LogFacts {
  readonly boat: string;
  readonly log: string;
  readonly active: boolean;
  readonly distance: string;
  readonly duration: string;
  readonly link: string;
}

interface BatteryFacts {
  readonly boat: string;
  readonly voltage: string | null;
  readonly charge: string | null;
  readonly ago: string;
}

interface TanksFacts {
  readonly boat: string;
  /** Names, and values with their units. */
  readonly tanks: readonly { readonly name: string; readonly value: string }[];
  readonly ago: string;
}

/** The bot's replies. */
export function botIn(i18n: I18n) {
  const doing = {
    moored: i18n._("moored"),
    anchored: i18n._("at anchor"),
    sailing: i18n._("sailing"),
    motoring: i18n._("under engine"),
  };
  const tank: Readonly<Record<TankKind, string>> = {
    fuel: i18n._("fuel"),
    fresh_water: i18n._("fresh water"),
    waste_water: i18n._("waste water"),
  };
  return {
    help: i18n._(
      "Ask me /status, /where, /log, /battery or /tanks. /silence 60 silences alerts for 60 minutes, and /ack acknowledges them.",
    ),
    stranger: i18n._(
      "I do not know you yet. Open the settings of your account, ask for a code for the messenger, and send it to me.",
    ),
    linked: i18n._("This chat is linked to your account now. Ask me /status to begin with."),
    wrongCode: i18n._(
      "This code is not valid, or no longer valid. Ask for a new one in the settings of your account.",
    ),
    taken: i18n._("This chat is linked to another account. Unlink it there first."),
    tooMany: i18n._("Those were too many codes. Try again in an hour."),
    noBoat: i18n._("There is no boat in your account yet."),
    noData: (boat: string) => i18n._("{boat} has not sent anything yet.", { boat }),
    status: ({ boat, online, ago, status, speed, raised }: StatusFacts) => {
      const contact = online
        ? i18n._("{boat} is online, last heard from {ago} ago", { boat, ago })
        : i18n._("{boat} is offline, last heard from {ago} ago", { boat, ago });
      const said = [contact, status && doing[status], speed && i18n._("speed {speed}", { speed })]
        .filter(Boolean)
        .join(", ");
      if (raised.length === 0) return i18n._("{said}. No alert is raised.", { said });
      const alerts = raised.reduce((list, next) => i18n._("{list}; {next}", { list, next }));
      return i18n._("{said}. Alerts raised: {alerts}.", { said, alerts });
    },
    where: ({ boat, position, ago, moorage, map }: WhereFacts) => {
      const place = moorage === null ? position : `${position} (${moorage})`;
      return i18n._("{boat} was at {place} {ago} ago: {map}", { boat, place, ago, map });
    },
    log: ({ active, ...facts }: LogFacts) =>
      active
        ? i18n._("{boat} is under way: {log}, {distance} in {duration}. {link}", facts)
        : i18n._("The last log of {boat}: {log}, {distance} in {duration}. {link}", facts),
    noLog: (boat: string) => i18n._("{boat} has no log yet.", { boat }),
    battery: ({ boat, voltage, charge, ago }: BatteryFacts) => {
      const values = [voltage, charge].filter((one) => one !== null).join(", ");
      return i18n._("The house battery of {boat}: {values}, {ago} ago.", { boat, values, ago });
    },
    noBattery: (boat: string) => i18n._("{boat} does not report its house battery.", { boat }),
    tank,
    tanks: ({ boat, tanks, ago }: TanksFacts) => {
      const values = tanks.map(({ name, value }) => `${name} ${value}`).join(", ");
      return i18n._("The tanks of {boat}: {values}, {ago} ago.", { boat, values, ago });
    },
    noTanks: (boat: string) => i18n._("{boat} does not report its tanks.", { boat }),
    silenced: ({ count, duration }: { readonly count: number; readonly duration: string }) =>
      i18n._(
        "{count, plural, one {One alert is silenced for {duration}.} other {{count} alerts are silenced for {duration}.}}",
        { count, duration },
      ),
    acknowledged: (count: number) =>
      i18n._("{count, plural, one {One alert is acknowledged.} other {{count} alerts are acknowledged.}}", {
        count,
      }),
    nothingRaised: i18n._("No alert is raised."),
    guest: i18n._("A guest can read the logbook but cannot change it. Ask the owner of the boat."),
  };
}
