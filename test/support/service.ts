/** The whole service, on a database of its own and on free ports. */
import { readConfig } from "../../src/config.ts";
import { deaf, type Observe } from "../../src/observe.ts";
import { startService as start } from "../../src/service.ts";
import { cloneDatabase, type TestDatabase } from "./database.ts";
import { TEST_SECRET } from "./server.ts";

export interface TestService {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  readonly database: TestDatabase;
  /** Works off every due job. */
  drainJobs(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it; `settings` are further environment variables. */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  observe: Observe = deaf,
): Promise<TestService> {
  const database = await cloneDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_API_PORT: "0",
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: "0",
    WAKELOG_RATE_LIMITS: "off",
    ...settings,
  });
  const service = await start(config, observe);
  return {
    apiUrl: service.apiUrl,
    webUrl: service.webUrl,
    adminUrl: service.adminUrl,
    database,
    drainJobs: () => service.drain(),
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}
