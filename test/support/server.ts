/** The PostgreSQL server of a test run, passed from the global setup to the test files. */
import { authenticatorPassword } from "@wakelog/data-api/db/authenticator.ts";
import type { SpatialAdapter } from "../../packages/server/src/database/migrations/sql-files.ts";

export interface TestServer {
  /** Superuser's URL of the server's `postgres` database. */
  readonly url: string;
  /** Name of the template database; the first clone builds it. */
  readonly template: string;
  /** Major version. */
  readonly major: number;
  /** Spatial adapter to use; null for the best that the server offers. */
  readonly spatial: SpatialAdapter | null;
}

/** Signs the tokens of services under test. */
export const TEST_SECRET = "a secret of the tests, long enough";

/** Password of the login role on test servers: the one a service with {@link TEST_SECRET} uses. */
export const AUTHENTICATOR_PASSWORD = authenticatorPassword(TEST_SECRET);

declare module "vitest" {
  export interface ProvidedContext {
    server: TestServer;
  }
}
