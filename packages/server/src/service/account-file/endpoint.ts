/**
 * `POST /rpc/export_account_fn`: the caller's whole account as one file. The engine calls the procedure of that name as
 * usual to authorise it; only its response is replaced.
 */
import { join } from "node:path";
import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { type Gate, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { Limits } from "../../people/accounts/attempts.ts";
import type { Installation } from "../installation.ts";
import { writeAccount } from "./export-account.ts";
import { spool } from "./spool.ts";

const PATH = "/rpc/export_account_fn";

/** Concurrent exports: each reads a whole account. */
const AT_ONCE = 2;
/** `Retry-After`, seconds. */
const RETRY_SECONDS = 20;

/** Headers forwarded to the procedure. Those that would store or format its response are not. */
const PASSED_ON = ["authorization", "content-type", "user-agent", "x-vessel-id"] as const;

/** Where and how often accounts are exported. */
export interface AccountExportOptions {
  /** Must have room for exports in progress. */
  readonly dataDir: string;
  /** Limits exports per account and hour. */
  readonly limits: Pick<Limits, "count">;
  /** Counts exports in progress; within this process alone if absent. */
  readonly places?: Gate | undefined;
}

/**
 * Opens account exports.
 * @returns their path and handler
 */
export function accountExport(
  engine: Pick<Engine, "handle">,
  { lengthy, service }: Pick<Installation, "lengthy" | "service">,
  { dataDir, limits, places = new Turnstile() }: AccountExportOptions,
): readonly [string, OpenStream] {
  const folder = join(dataDir, "exports");
  const open: OpenStream = async (input, begin) => {
    if (input.method !== "POST") return engine.handle(input);
    const caller = (await input.caller?.catch(() => null)) ?? null;
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = input.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const response = await engine.handle({ ...input, query: "", headers });
    const accountId = caller?.claims.uid;
    if (response.status !== 200 || typeof accountId !== "string") return response;
    // An account holds its slot until the file is sent, but one of the few writing slots only until it is written.
    const leave = await places
      .enter(`taking along ${accountId}`, 1, 0, 0)
      .catch(refusedPlace("Your file is already being prepared"));
    const written = await places.enter("taking along", AT_ONCE, 0, 0).catch((cause: unknown) => {
      leave();
      return othersFirst(cause);
    });
    try {
      await service((tx) => limits.count(tx, "whole-account", accountId));
      const { bytes, content } = await spool(folder, (out) => writeAccount(lengthy, { accountId }, out));
      content.once("close", leave);
      begin.file({ name: fileName(new Date()), type: "application/zip", bytes, content });
      return null;
    } catch (fault) {
      leave();
      // Not started, because too many slow requests are running.
      if (isNoRoom(fault)) throw noRoom(fault);
      return othersFirst(fault);
    } finally {
      written();
    }
  };
  return [PATH, open];
}

/** Whether the operating system refused to write the file: full or read-only disk. */
function isNoRoom(fault: unknown): boolean {
  return fault instanceof Error && "syscall" in fault;
}

function noRoom(cause: unknown): ApiError {
  return new ApiError({
    code: "PT507",
    status: 507,
    message: "This server has no room for your file",
    hint: "Ask the operator to free space on the disk of WAKELOG_DATA_DIR and to make sure that the service may write there.",
    cause,
  });
}

function fileName(now: Date): string {
  return `wakelog-${now.toISOString().slice(0, 10)}.zip`;
}

function refusedPlace(message: string): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof PoolTimeoutError ? tooMany(message) : cause;
  };
}

const othersFirst = refusedPlace("Other people's files are being prepared right now");

function tooMany(message: string): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message,
    hint: "Wait until that is done, then try again.",
    headers: [["Retry-After", String(RETRY_SECONDS)]],
  });
}
