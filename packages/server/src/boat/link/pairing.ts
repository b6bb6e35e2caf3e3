/** `POST /link/pair`: a code from the dashboard, or the vessel's token, becomes the key of a link. */
import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { EngineInput, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { fromFault } from "@wakelog/data-api/engine/errors/fault.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { parseJson } from "@wakelog/kit/json/json.ts";
import { z } from "zod";
import { json, methodNotAllowed } from "./answers.ts";
import { hashOf, newKey } from "./keys.ts";

/** Counts guesses of codes by the caller's address. */
export interface PairingLimits {
  /** Counts a guess. @throws ApiError 429 after too many */
  count(tx: Tx, address: string): Promise<void>;
  /** Forgets it: the code was right. */
  forget(tx: Tx, address: string): Promise<void>;
}

/** Texts that boats send about themselves. */
const words = (most: number) => z.string().max(most).nullish();

const question = z.object({
  code: z.string().max(64).nullish(),
  device: z.string().min(8).max(200),
  name: words(200),
  version: words(100),
  vessel: z
    .looseObject({
      name: words(200),
      mmsi: z.union([z.string().max(40), z.number()]).nullish(),
      uuid: words(200),
    })
    .nullish(),
});
type Question = z.infer<typeof question>;

const paired = z.object({
  vessel: z.object({ id: z.string(), name: z.string() }),
  settings: z.record(z.string(), z.unknown()),
});

/** Handles pairing. */
export function pairingEndpoint(service: AsService, limits: PairingLimits): OpenStream {
  return async (input) => {
    if (input.method !== "POST") throw methodNotAllowed(input.method, "POST");
    const read = question.safeParse(parseJson(input.body.toString()));
    if (!read.success) throw unreadable(read.error);
    const code = (read.data.code ?? "").replace(/[\s-]/g, "").toUpperCase();
    const claims = code === "" ? await claimsOf(input) : null;
    try {
      const answer = await service((tx) =>
        claims === null
          ? pairByCode(tx, code, read.data, input.address ?? "", limits)
          : pairByToken(tx, claims, read.data),
      );
      if (answer === null) throw unknownCode();
      return answer;
    } catch (fault) {
      throw fault instanceof ApiError ? fault : fromFault(fault, true);
    }
  };
}

async function pairByCode(
  tx: Tx,
  code: string,
  asked: Question,
  address: string,
  limits: PairingLimits,
): Promise<HttpOutput | null> {
  await limits.count(tx, address);
  const [row] = await tx.query(sql`
    select app.use_code(decode(${hashOf(code)}, 'hex'), decode(${hashOf(asked.device)}, 'hex')) as vessel`);
  if (typeof row?.vessel !== "string") return null;
  await limits.forget(tx, address);
  return link(tx, row.vessel, asked);
}

/** @throws DatabaseError P0001 if the token is not the vessel's newest */
async function pairByToken(tx: Tx, claims: JsonObject, asked: Question): Promise<HttpOutput> {
  const [row] = await tx.query(sql`
    select app.is_boat(${JSON.stringify(claims)}::jsonb) as known, ${String(claims.vid)}::text as vessel`);
  if (row?.known !== true) throw unknownToken();
  return link(tx, String(row.vessel), asked);
}

async function link(
  tx: Tx,
  vesselId: string,
  { device, name, version, vessel }: Question,
): Promise<HttpOutput> {
  const key = newKey();
  const linked = JSON.stringify({
    device: hashOf(device),
    key: hashOf(key),
    name: name ?? vessel?.name ?? null,
    version: version ?? null,
    uuid: vessel?.uuid ?? null,
  });
  await tx.run(sql`select app.link_device(${vesselId}, ${linked}::jsonb)`);
  const [row] = await tx.query(sql`
    select json_build_object('id', v.vessel_id, 'name', v.name) as vessel,
      app.boat_settings(v.vessel_id) as settings
    from app.vessels v where v.vessel_id = ${vesselId}`);
  const { vessel: boat, settings } = paired.parse(row);
  return json(200, { key, vessel: boat, settings, time: Date.now() });
}

/** The claims of the vessel's token in `Authorization`. @throws ApiError 401 without one */
async function claimsOf({ caller }: EngineInput): Promise<JsonObject> {
  const found = await caller;
  if (found?.role !== "vessel_role") throw unknownCode();
  return found.claims;
}

function unreadable(cause: z.ZodError): ApiError {
  const place = cause.issues[0]?.path.join(".") ?? "";
  return new ApiError({
    code: "PT400",
    status: 400,
    message: place === "" ? "The body is not a JSON object" : `${place} is missing or not of its form`,
    hint: 'Send {"code", "device", "name", "version", "vessel": {"name", "mmsi", "uuid"}}.',
    cause,
  });
}

function unknownCode(): ApiError {
  return new ApiError({
    code: "PT401",
    status: 401,
    message: "This code is not known, was used, or is too old.",
    hint: "Show a new one in the dashboard, under Boat.",
  });
}

function unknownToken(): ApiError {
  return new ApiError({
    code: "PT401",
    status: 401,
    message: "This token is not the boat's.",
    hint: "Copy the boat's token again from the dashboard.",
  });
}
