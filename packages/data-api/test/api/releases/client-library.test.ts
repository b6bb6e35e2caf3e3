/** The newest postgrest-js for Node 20. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { describe } from "vitest";
import { clientRequests } from "./client-library.ts";

describe("postgrest-js", () => {
  clientRequests((url) => new PostgrestClient(url));
});
