/** Sends random requests as every caller, several at a time, and records broken laws. */
import { Agent } from "node:http";
import { URL_LIMIT } from "@wakelog/data-api/http/request/head.ts";
import type { Callers, Cast } from "./cast.ts";
import { diceOf } from "./dice.ts";
import { type Breach, breachesOf } from "./laws.ts";
import { type Draft, type Material, shotOf, validDraft } from "./requests.ts";
import { asCommand, type Reply, type Shot, send } from "./send.ts";
import { spoil } from "./spoil.ts";
import type { Surface } from "./surface.ts";

/** The requests, and a time limit. */
export interface Campaign {
  readonly apiUrl: string;
  readonly surface: Surface;
  readonly cast: Cast;
  readonly seed: number;
  /** Number of the first request, and one past the last. */
  readonly from: number;
  readonly to: number;
  readonly parallel: number;
  /** No request begins after this time. */
  readonly milliseconds: number;
}

/** A breach and how to repeat it. */
export interface Finding extends Breach {
  readonly request: number;
  readonly command: string;
}

export interface Outcome {
  readonly sent: number;
  /** By caller and status. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly longest: { readonly milliseconds: number; readonly command: string };
  readonly findings: readonly Finding[];
}

/** Requests after which all callers get fresh tokens: some requests sign out, and some rotate a boat's token. */
const RENEWED_EVERY = 50;

/** Runs a campaign. A broken connection is a finding, not an error. */
export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  const { apiUrl, surface, cast, seed, from, to } = campaign;
  const agent = new Agent({ keepAlive: true, maxSockets: campaign.parallel });
  const vesselIds = [cast.victim.vesselId, cast.person.vesselId];
  const material: Material = { surface, ids: cast.ids, vesselIds };
  const counts = new Map<string, Map<number, number>>();
  const findings: Finding[] = [];
  let longest = { milliseconds: 0, command: "" };
  let callers: Callers = await cast.callers();
  let next = from;
  let sent = 0;
  const ends = performance.now() + campaign.milliseconds;

  const note = (request: number, shot: Shot, breaches: readonly Breach[]): void => {
    for (const breach of breaches) findings.push({ ...breach, request, command: asCommand(apiUrl, shot) });
  };
  const one = async (request: number): Promise<void> => {
    const shot = generatedShot(seed, request, material, callers);
    let reply: Reply;
    try {
      reply = await send(apiUrl, agent, shot);
    } catch (cause) {
      if (!isRefusedHere(cause) && !isEndlessHead(shot) && !isCutOff(shot, cause))
        note(request, shot, [{ law: "the connection breaks", seen: String(cause) }]);
      return;
    }
    sent++;
    const byStatus = counts.get(shot.caller) ?? new Map<number, number>();
    counts.set(shot.caller, byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1));
    if (reply.milliseconds > longest.milliseconds) {
      longest = { milliseconds: reply.milliseconds, command: asCommand(apiUrl, shot) };
    }
    // There a boat reads what it sent itself, whichever vessel that named.
    const ids = shot.target.startsWith("/metrics_rejected_view") ? [] : [cast.victim.vesselId];
    note(request, shot, breachesOf(shot, reply, ids));
    note(request, shot, await estimateBreaches(apiUrl, agent, shot, reply));
  };
  const work = async (): Promise<void> => {
    while (next < to && performance.now() < ends) {
      const request = next++;
      if (request % RENEWED_EVERY === 0) callers = await cast.callers();
      await one(request);
    }
  };
  await Promise.all(Array.from({ length: campaign.parallel }, work));
  agent.destroy();
  return { sent, counts, longest, findings };
}

/** Generates the request with this number. */
function generatedShot(seed: number, request: number, material: Material, callers: Callers): Shot {
  const dice = diceOf(seed, request);
  // Privileged callers are drawn more often.
  const caller = dice.chance(0.5)
    ? dice.one(["person", "boat", "neighbour"])
    : dice.one(Object.keys(callers));
  const draft: Draft = validDraft(dice, material);
  if (dice.chance(0.5)) spoil(dice, draft, material);
  return shotOf(draft, caller, draft.headers.Authorization === undefined ? (callers[caller] ?? {}) : {});
}

/** A HEAD in several pieces: if its headers are too long, the server has seen only the last piece. */
const isEndlessHead = ({ method, target }: Shot): boolean => method === "HEAD" && target.length > URL_LIMIT;

/** Body limit of strangers, bytes. */
const STRANGERS_BODY = 65_536;

/** Whether a stranger was still sending too long a body when the response came and the connection ended. */
function isCutOff({ body, headers }: Shot, cause: unknown): boolean {
  const isWriting =
    cause instanceof Error && "code" in cause && /^(EPIPE|ECONNRESET)$/.test(String(cause.code));
  return isWriting && headers.Authorization === undefined && (body?.length ?? 0) > STRANGERS_BODY;
}

/** Whether Node's client refused to send it because of an invalid address or header. */
function isRefusedHere(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    "code" in cause &&
    /^ERR_(UNESCAPED|INVALID|HTTP_INVALID)/.test(String(cause.code))
  );
}

/** Relations with the same rows for all callers. */
const OPEN_RELATIONS = /^\/(stays_at|versions_view)\b/;

/** Estimates must count only the caller's own rows, which are so few that they are exact. */
async function estimateBreaches(
  apiUrl: string,
  agent: Agent,
  shot: Shot,
  { status, headers }: Reply,
): Promise<readonly Breach[]> {
  const { Prefer = "" } = shot.headers;
  const total = /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
  const isRead = shot.method === "GET" || shot.method === "HEAD";
  const isEstimated = /count=(planned|estimated)/.exec(Prefer) !== null && !/count=exact/.test(Prefer);
  if (!isRead || !isEstimated || total === undefined || status >= 300 || OPEN_RELATIONS.test(shot.target))
    return [];
  const exactly = { ...shot.headers, Prefer: Prefer.replace(/count=\w+/g, "count=exact") };
  const again = await send(apiUrl, agent, { ...shot, headers: exactly }).catch(() => null);
  const exact = /\/(\d+)$/.exec(again?.headers["content-range"] ?? "")?.[1];
  // Concurrent requests write a few rows at a time.
  if (exact === undefined || Math.abs(Number(total) - Number(exact)) <= 20) return [];
  return [{ law: "an estimate is not of the caller's rows", seen: `estimated ${total}, counted ${exact}` }];
}
