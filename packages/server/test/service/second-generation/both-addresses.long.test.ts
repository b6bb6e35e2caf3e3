/** Random requests of all callers: both addresses answer alike, but for what the table of the second generation lists. */
import fc from "fast-check";
import { testLaw } from "./law/law.ts";

// The same requests in every run, unless WAKELOG_TEST_SEED draws others.
testLaw(fc.readConfigureGlobal().seed ?? 1, 400);
