/** A running service with a person whose boat has sailed a season, and the numbers that addresses of pages end with. */
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { sailSeason } from "./season.ts";

/** The public name of the boat. */
const BOAT = "Meritähti";

/** Pages without a sign-in; `LOG` stands for a number. */
export const OPEN_PAGES = [
  "/sign-in",
  "/sign-up",
  "/recover",
  "/reset-password?uuid=a&token=b",
  "/reset-password",
  "/push",
  "/nothing-here",
  `/p/${BOAT}`,
  `/p/${BOAT}/log/LOG`,
] as const;

/** Pages of a person; `LOG`, `STAY` and `MOORAGE` stand for numbers. */
export const OWN_PAGES = [
  "/",
  "/start",
  "/logs",
  "/logs/map",
  "/log/LOG",
  "/review",
  "/stays",
  "/stay/STAY",
  "/moorages",
  "/moorage/MOORAGE",
  "/monitoring",
  "/monitoring?key=electrical.batteries.House.voltage",
  "/alerts",
  "/statistics",
  "/timelapse",
  "/events",
  "/settings",
  "/boat",
  "/import",
  "/verify",
] as const;

interface Seasoned {
  readonly service: TestService;
  readonly skipper: Skipper;
  /** The address of a page, with its number. */
  readonly addressOf: (path: string) => string;
}

/** Starts it. The season is that many days long, and everything but the account is published. */
export async function startSeasoned(days: number): Promise<Seasoned> {
  const service = await startService();
  const skipper = await newSkipper(service);
  const { log: LOG, stay: STAY, moorage: MOORAGE } = await sailSeason(skipper, days);
  const ids: Readonly<Record<string, number>> = { LOG, STAY, MOORAGE };
  const published = ["logs", "logs_list", "monitoring", "stats", "timelapse"].map((one) => [
    `public_${one}`,
    true,
  ]);
  for (const [key, value] of [["public_vessel", BOAT], ...published]) {
    await skipper.call("update_user_preferences_fn", { key: `{${key}}`, value });
  }
  return {
    service,
    skipper,
    addressOf: (path) => path.replace(/LOG|STAY|MOORAGE/, (name) => String(ids[name])),
  };
}
