/** The law of both addresses with other requests every night; the seed of a failure is in its message. */
import { randomInt } from "node:crypto";
import { testLaw } from "./law/law.ts";

testLaw(Number(process.env.WAKELOG_TEST_SEED ?? randomInt(2 ** 31)), 1200);
