/** The whole service, with its own database and free ports. */

import { TIME_LIMITS, type TimeLimits } from "@wakelog/data-api/http/time-limits.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll } from "vitest";
import type { PasswordCost } from "../../packages/server/src/people/accounts/passwords.ts";
import { startService as start } from "../../packages/server/src/service/service.ts";
import { readConfig } from "../../packages/server/src/settings/config.ts";
import { type Client, client } from "./client.ts";
import { cloneDatabase, type TestDatabase } from "./database.ts";
import { TEST_SECRET } from "./server.ts";

export interface TestService {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  readonly database: TestDatabase;
  /** Processes every due job. */
  drainJobs(): Promise<void>;
  stop(): Promise<void>;
}

/** Test passwords need not withstand attacks: a hash costs a hundredth of a real one. */
const CHEAP: PasswordCost = { N: 256, r: 8, p: 1 };

/**
 * Starts it. `settings` are further environment variables, `passwordCost` the cost of a hash, `limits` the time limits
 * for clients, `given` a database to use and keep; by default it has its own.
 */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  observe: Observe = ignoreAll,
  passwordCost: PasswordCost = CHEAP,
  limits: TimeLimits = TIME_LIMITS,
  given: TestDatabase | null = null,
): Promise<TestService> {
  const database = given ?? (await cloneDatabase());
  const config = readConfig({
    DATABASE_URL: database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_API_PORT: "0",
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: "0",
    WAKELOG_RATE_LIMITS: "off",
    ...settings,
  });
  const service = await start(config, observe, limits, passwordCost);
  return {
    apiUrl: service.apiUrl,
    webUrl: service.webUrl,
    adminUrl: service.adminUrl,
    database,
    drainJobs: () => service.drain(),
    async stop() {
      await service.stop();
      if (given === null) await database.drop();
    },
  };
}

/** The service of a test file or block: started before its tests, stopped after them. */
export interface ServiceForTests extends Omit<TestService, "stop"> {
  /** A client of its API. */
  readonly api: Client;
}

/** Starts one for the calling file or block; available from its first hook on. */
export function serviceForTests(...how: Parameters<typeof startService>): ServiceForTests {
  let started: TestService | null = null;
  beforeAll(async () => {
    started = await startService(...how);
  });
  afterAll(() => started?.stop());
  const running = (): TestService => {
    if (started === null) throw new Error("the service is started by the first hook, and not yet there");
    return started;
  };
  return {
    get apiUrl() {
      return running().apiUrl;
    },
    get webUrl() {
      return running().webUrl;
    },
    get adminUrl() {
      return running().adminUrl;
    },
    get database() {
      return running().database;
    },
    api: client(() => running().apiUrl),
    drainJobs: () => running().drainJobs(),
  };
}
