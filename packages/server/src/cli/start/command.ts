/** `wakelog start`: runs the whole service, in one process or several, until it receives a signal to stop. */

import { type Observe, printer } from "@wakelog/kit/observe.ts";
import { answerBeside, isOneOfMany } from "../../service/processes/in-process.ts";
import type { Service } from "../../service/service.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import type { Command } from "../command.ts";
import { programAsCalled, welcome } from "./welcome.ts";

export const startCommand: Command = {
  name: "start",
  usage: "[--SETTING VALUE] …",
  sentence: "Start the database, the API, the dashboard and the worker.",
  serves: true,
  takesSettings: true,
  async run({ settings }) {
    const started = performance.now();
    const config = readConfig(process.env, settings);
    const observe = printer((line) => process.stderr.write(`${line}\n`), {
      format: config.logFormat,
      level: config.logLevel,
    });
    if (isOneOfMany()) {
      const { startAnswering } = await import("../../service/processes/api-process.ts");
      return answerBeside((line) => startAnswering(config, observe, line));
    }
    const service = await start(config, observe);
    const stop = (): void => {
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          observe({ kind: "fault", where: "stop", cause: error });
          process.exit(1);
        },
      );
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    process.on("SIGHUP", () => {
      service
        .replace()
        .catch((cause: unknown) => observe({ kind: "fault", where: "replacing the processes", cause }));
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      welcome(service, config, { seconds, program: programAsCalled(process.argv[1] ?? "") }),
    );
  },
};

/** Loads only one of the two modes, to save memory. */
async function start(config: Config, observe: Observe): Promise<Service> {
  if (config.processes === 1 || config.parts === "web") {
    const { startService } = await import("../../service/service.ts");
    return startService(config, observe);
  }
  const { startServiceInProcesses } = await import("../../service/processes/main-process.ts");
  return startServiceInProcesses(config, observe);
}
