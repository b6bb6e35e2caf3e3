/**
 * Property tests draw the same cases in every run, so that a failure means a change and not a lucky draw. For other
 * cases: `WAKELOG_TEST_SEED=$RANDOM npm test`.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.WAKELOG_TEST_SEED ?? 20_261_121) });
