/** Pairing: a line becomes a key. */
import { isRecord } from "../buffer/row.ts";
import { readLine } from "./address.ts";
import { jsonOf } from "./answers.ts";
import { type Identity, vesselOf } from "./identity.ts";
import { settingsOf } from "./news.ts";
import type { LinkSettings } from "./protocol.ts";
import type { Transport } from "./transport.ts";

/** What the boat tells of itself when it is paired. */
export interface Introduction {
  readonly name: string;
  readonly version: string;
  readonly vessel: { readonly name?: string; readonly mmsi?: string; readonly uuid?: string };
}

/** What pairing brought besides the key. */
export interface PairingResult {
  readonly vessel: { readonly id: string; readonly name: string };
  readonly settings: LinkSettings | null;
  readonly time: number | null;
}

/** Pairs the boat by a line, and keeps the key. @throws a sentence for people */
export async function pair(
  line: string,
  identity: Identity,
  transport: Transport,
  introduction: Introduction,
): Promise<PairingResult> {
  const { server, code, token } = readLine(line);
  let address = server;
  const reply = await transport.ask(
    server,
    {
      method: "POST",
      path: "/link/pair",
      token,
      body: { ...(code === null ? {} : { code }), device: identity.device, ...introduction },
    },
    (moved) => {
      address = moved;
    },
  );
  const json = jsonOf(reply.body);
  if (!isRecord(json) || typeof json.key !== "string" || !/^wl_[\w-]{32}$/.test(json.key)) {
    throw new Error(`What answers at ${server} is not a Wakelog server.`);
  }
  const vessel = vesselOf(json.vessel);
  identity.keep({ server: address, key: json.key, vessel });
  const time = isRecord(json) ? json.time : null;
  return {
    vessel,
    settings: settingsOf(json.settings),
    time: typeof time === "number" ? time : null,
  };
}
