/**
 * `POST /rpc/export_account_fn`: everything of the caller's account as one file. Whether the caller may have it is
 * decided by the procedure of that name, which the engine calls as it calls any other; only its answer is replaced.
 */
import { join } from "node:path";
import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { type Gate, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { Limits } from "../../people/accounts/attempts.ts";
import type { Installation } from "../installation.ts";
import { writeAccount } from "./leaving.ts";
import { spool } from "./spool.ts";

const PATH = "/rpc/export_account_fn";

/** Files that are written at the same time: each reads a whole account. */
const AT_ONCE = 2;
/** When it is worth asking again, in seconds. */
const RETRY_SECONDS = 20;

/** The headers that are passed on to the procedure: its answer is neither kept nor shaped. */
const PASSED_ON = ["authorization", "content-type", "user-agent", "x-vessel-id"] as const;

/** Where files of accounts are made, and how often. */
export interface AccountExportOptions {
  /** Has room for files on their way. */
  readonly dataDir: string;
  /** How many an account may have made within an hour. */
  readonly limits: Pick<Limits, "count">;
  /** Where those that are written and sent are counted; in this process alone if absent. */
  readonly places?: Gate | undefined;
}

/**
 * Opens downloads of accounts.
 * @returns their path, and what answers there
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
    const asked = await engine.handle({ ...input, query: "", headers });
    const accountId = caller?.claims.uid;
    if (asked.status !== 200 || typeof accountId !== "string") return asked;
    // An account keeps its place until the file is sent; one of the few places to write, only until it is written.
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
      // So much else that takes long is being done that this was not begun.
      if (isNoRoom(fault)) throw noRoom(fault);
      return othersFirst(fault);
    } finally {
      written();
    }
  };
  return [PATH, open];
}

/** Whether the operating system refused to write the file: the disk is full, or is not to be written to. */
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

/** Such as `wakelog-2026-06-01.zip`. */
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
