/** `wakelog start`: runs the whole service in one process until it receives a signal to stop. */
import { readConfig } from "../config.ts";
import { printer } from "../observe.ts";
import { startService } from "../service.ts";
import type { Command } from "./command.ts";

export const startCommand: Command = {
  name: "start",
  usage: "[--SETTING VALUE] …",
  sentence: "Start the database, the API, the dashboard and the worker.",
  takesSettings: true,
  async run({ settings }) {
    const started = performance.now();
    const config = readConfig(process.env, settings);
    const observe = printer((line) => process.stderr.write(`${line}\n`), {
      format: config.logFormat,
      level: config.logLevel,
    });
    const service = await startService(config, observe);
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
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      [
        "",
        `Wakelog is ready after ${seconds} s.`,
        "",
        `  Dashboard   ${service.webUrl}`,
        `  API         ${service.apiUrl}`,
        `  Operations  ${service.adminUrl}`,
        "",
        `  Database    ${service.database}`,
        `  Data        ${service.data}`,
        "",
        "Next: open the dashboard, sign up and register your boat; or run",
        "  ./bin/wakelog simulate     to watch a boat sail through it in a minute.",
        "",
        "",
      ].join("\n"),
    );
  },
};
