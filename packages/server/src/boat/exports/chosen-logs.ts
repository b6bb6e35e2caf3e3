/** Arguments that choose logs to export. */
import { z } from "zod";

/** One log by its id. */
export const oneLog = z.object({ _id: z.number().int().nullish() });

/** Logs from one id to another. */
export const logsBetween = z.object({
  start_log: z.number().int().nullish(),
  end_log: z.number().int().nullish(),
});
