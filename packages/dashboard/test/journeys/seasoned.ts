/** A running service with a user whose boat has sailed a season, and ids for page addresses. */
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { sailSeason } from "./season.ts";

/** The boat's public name. */
const BOAT = "Meritähti";

/** Pages without sign-in; `LOG` stands for an id. */
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

/** Pages of a user; `LOG`, `STAY` and `MOORAGE` stand for ids. */
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
  /** A page's address with its id. */
  readonly addressOf: (path: string) => string;
}

/** Starts the service with a season of that many days; everything except the account is published. */
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
