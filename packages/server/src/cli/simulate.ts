/** `wakelog simulate`: sails a boat through the public HTTP API, as a user and a plugin would. */
import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { sampleVoyage } from "../boat/voyages/ingest/sample-voyage.ts";
import { readConfig } from "../settings/config.ts";
import type { Command } from "./command.ts";

/** Rows per POST, and seconds between: the voyage takes about a minute. */
const BATCH = 15;
const SECONDS_BETWEEN = 7;

export const simulateCommand: Command = {
  name: "simulate",
  usage: "[--api-url URL] [--fast]",
  sentence: "Sail a boat through the API in about a minute: sign up, register, send a voyage, see its log.",
  flags: [{ name: "--fast", value: null, sentence: "Send the voyage without pauses" }],
  takesSettings: true,
  async run({ flags, settings }) {
    const { apiUrl, apiPort } = readConfig(process.env, settings);
    await simulate(apiUrl === "" ? `http://localhost:${apiPort}` : apiUrl.replace(/\/$/, ""), {
      pauseSeconds: flags.has("--fast") ? 0 : SECONDS_BETWEEN,
      print: (line) => console.log(line),
    });
  },
};

const Token = z.object({ token: z.string() });
const Times = z.array(z.object({ time: z.string() }));
const Logs = z.array(z.object({ name: z.string().nullable(), distance: z.number().nullable() }));

/** Runs the simulation against an API. */
async function simulate(
  apiUrl: string,
  options: { readonly pauseSeconds: number; readonly print: (line: string) => void },
): Promise<void> {
  const { print } = options;
  const email = `sailor-${randomBytes(4).toString("hex")}@example.org`;
  const password = randomBytes(9).toString("base64url");
  const person = Token.parse(
    await call(apiUrl, "POST", "/rpc/signup", {
      body: { email, pass: password, firstname: "Aino", lastname: "Meri" },
    }),
  );
  print(`signed up as ${email} with the password ${password}`);
  const boat = Token.parse(
    await call(apiUrl, "POST", "/rpc/register_vessel", {
      token: person.token,
      body: {
        vessel_email: email,
        vessel_mmsi: String(randomInt(230_000_000, 231_000_000)),
        vessel_name: "Aava",
      },
    }),
  );
  print("registered the vessel Aava");
  await call(apiUrl, "POST", "/metadata?on_conflict=vessel_id", {
    token: boat.token,
    prefer: "missing=default,return=headers-only,resolution=merge-duplicates",
    body: {
      name: "Aava",
      length: 11.5,
      beam: 3.6,
      height: 17,
      ship_type: 36,
      plugin_version: "simulator",
      navdata_version: "simulator",
      time: new Date().toISOString(),
    },
  });
  const rows = sampleVoyage(new Date());
  for (let start = 0; start < rows.length; start += BATCH) {
    if (start > 0) await wait(options.pauseSeconds * 1000);
    const batch = rows.slice(start, start + BATCH);
    const accepted = Times.parse(
      await call(apiUrl, "POST", "/metrics?select=time", {
        token: boat.token,
        prefer: "return=representation",
        body: batch,
      }),
    );
    print(
      `${Math.min(start + BATCH, rows.length)} of ${rows.length} minutes sailed, ${accepted.length} rows accepted, ${batch.at(-1)?.status}`,
    );
  }
  const log = await finishedLog(apiUrl, person.token);
  print(`the log "${log.name}" is in the logbook: ${log.distance} NM`);
  print(`sign in to the dashboard as ${email} to see it`);
}

/** Waits until the worker has finished the log. */
async function finishedLog(apiUrl: string, token: string): Promise<z.infer<typeof Logs>[number]> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const [log] = Logs.parse(await call(apiUrl, "GET", "/logs_view?select=name,distance", { token }));
    if (log !== undefined && log.name !== null && log.distance !== null) return log;
    await wait(500);
  }
  throw new Error("no finished log appeared within 30 s; look at the service's output");
}

async function call(
  apiUrl: string,
  method: "GET" | "POST",
  path: string,
  request: { readonly token?: string; readonly prefer?: string; readonly body?: unknown },
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(apiUrl + path, {
      method,
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        ...(request.token === undefined ? {} : { Authorization: `Bearer ${request.token}` }),
        ...(request.prefer === undefined ? {} : { Prefer: request.prefer }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
  } catch (cause) {
    throw new Error(`no answer from ${apiUrl}; is "wakelog start" running?`, { cause });
  }
  const text = await response.text();
  if (!response.ok)
    throw new Error(`the service answered ${method} ${path} with ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}
