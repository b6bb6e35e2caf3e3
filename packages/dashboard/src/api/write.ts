/** Writes rows. Writes without a response are queued on this device. */
import { type Change, type NewChange, newKey, type SentPicture, writtenBy } from "../offline/change.ts";
import { isReachable } from "../offline/connectivity.ts";
import { amend, postpone, type Sent, waitingChanges } from "../offline/outbox.ts";
import type { Procedures, Resources } from "./generated/api-types.ts";
import { ApiProblem, noRoom, problemOf, sentMeanwhile, tooManyWait } from "./problem.ts";
import type { Resource } from "./question.ts";
import { answer, parsed } from "./request.ts";
import { numberOf, rowOf } from "./row.ts";

/** The outcome of a change: `stale` if another user changed the same columns, so that the user has to choose. */
export type Written = "done" | "stale";

/** Maximum of pictures queued on this device. */
const MOST_PICTURES = 50;

/**
 * Changes columns of the row with this id. Offline, the change is queued.
 * @param version of the row when it was read: if another user has changed the same columns since, both texts are kept
 * until the user chooses. Null if the last write wins.
 * @param read the values read of columns that hold a JSON object: members equal in `values` are never overwritten
 */
export function changeRow<N extends Resource>(
  resource: N,
  id: number,
  values: Partial<Resources[N]>,
  version: string | null = null,
  read: Partial<Resources[N]> | null = null,
): Promise<Written> {
  return write({
    ...PLAIN,
    method: "PATCH",
    path: `/${resource}?id=eq.${id}`,
    body: JSON.stringify(values),
    resource,
    id,
    version: guarding(version, resource, id, Object.keys(values)),
    read: textOf(read),
  });
}

/** Adds a row. Offline, it is queued. */
export async function addRow<N extends Resource>(resource: N, values: Partial<Resources[N]>): Promise<void> {
  await write({
    ...PLAIN,
    method: "POST",
    path: `/${resource}`,
    body: JSON.stringify(values),
    resource,
  });
}

/** Removes the row with this id. Offline, the removal is queued. */
export async function removeRow(resource: Resource, id: number): Promise<void> {
  await write({ ...PLAIN, method: "DELETE", path: `/${resource}?id=eq.${id}`, resource, id });
}

/** Calls a procedure that writes to a row. Offline, the call is queued. */
export async function callLater<N extends keyof Procedures>(
  procedure: N,
  args: Procedures[N]["arguments"],
  about: { readonly resource: Resource; readonly id: number },
): Promise<void> {
  const body = JSON.stringify(args);
  await write({ ...PLAIN, ...about, method: "POST", path: `/rpc/${procedure}`, body });
}

/**
 * Adds a row with its own id, which can be edited before the server has it.
 * @see changeAdded, removeAdded
 */
export async function addLine<N extends Resource>(resource: N, values: Partial<Resources[N]>): Promise<void> {
  await write({
    ...PLAIN,
    method: "POST",
    path: `/${resource}?select=id`,
    body: JSON.stringify(values),
    prefer: "return=representation",
    resource,
  });
}

/**
 * Changes columns of a queued row, whether or not it has been sent since.
 * @param read as with changeRow
 */
export async function changeAdded<N extends Resource>(
  resource: N,
  key: string,
  values: Partial<Resources[N]>,
  read: Partial<Resources[N]> | null = null,
): Promise<void> {
  const body = JSON.stringify(values);
  const change: NewChange = {
    ...PLAIN,
    key: newKey(),
    method: "PATCH",
    path: "",
    body,
    resource,
    after: key,
    read: textOf(read),
  };
  const amended = await amend(key, values, change);
  if (amended === "gone") throw sentMeanwhile();
  if (typeof amended === "object") await changeRow(resource, amended.id, values, null, read);
}

/** Removes a queued row, whether or not it has been sent since. */
export async function removeAdded(resource: Resource, key: string): Promise<void> {
  const change: NewChange = { ...PLAIN, key: newKey(), method: "DELETE", path: "", resource, after: key };
  const amended = await amend(key, null, change);
  if (amended === "gone") throw sentMeanwhile();
  if (typeof amended === "object") return removeRow(resource, amended.id);
}

/**
 * Sends a picture to a procedure. Stored on this device first, so that a failure on the way cannot lose it.
 * @param known facts about it, shown while it is queued
 * @returns the key of the change
 * @throws ApiProblem if it can be neither stored nor sent
 */
export async function sendPicture(
  procedure: "add_log_photo_fn",
  resource: Resource,
  picture: SentPicture,
  known: object,
): Promise<string> {
  const change: NewChange = {
    ...PLAIN,
    key: newKey(),
    method: "POST",
    path: `/rpc/${procedure}`,
    body: JSON.stringify(known),
    picture,
    prefer: null,
    resource,
  };
  if (waitingChanges().filter((one) => one.picture !== null).length >= MOST_PICTURES) {
    throw tooManyWait(MOST_PICTURES);
  }
  try {
    await postpone(change, { sent: false });
  } catch {
    // A device without storage can still send it.
    if (!isReachable()) throw noRoom();
    await answer(callOf(change)).catch((thrown: unknown) => {
      throw thrown instanceof ApiProblem && isForLater(thrown) ? noRoom() : thrown;
    });
  }
  return change.key;
}

const PLAIN = {
  body: null,
  picture: null,
  prefer: "return=minimal",
  id: null,
  after: null,
  version: null,
  read: null,
} as const satisfies Partial<NewChange>;

function textOf(read: object | null): string | null {
  return read === null ? null : JSON.stringify(read);
}

/** Versions written by this page, by row and the version read before. */
const written = new Map<string, Set<string>>();

/**
 * The version that guards a change; none after an earlier change of this page that has not been read again, so that
 * users do not conflict with themselves.
 */
function guarding(
  version: string | null,
  resource: string,
  id: number,
  columns: readonly string[],
): string | null {
  if (version === null) return null;
  const row = `${resource} ${id} ${version}`;
  const own = new Set([
    ...(written.get(row) ?? []),
    ...waitingChanges()
      .filter((change) => change.resource === resource && change.id === id)
      .flatMap((change) => Object.keys(writtenBy(change))),
  ]);
  written.set(row, new Set([...(written.get(row) ?? []), ...columns]));
  return columns.some((column) => own.has(column)) ? null : version;
}

/**
 * Writes a row. A write without a response, and those after it, are queued and sent later in order; the user sees
 * them as done. A conflict with another user's change counts as done, too, until the user has seen both.
 */
function write(unnamed: Omit<NewChange, "key">): Promise<Written> {
  const row = `${unnamed.resource} ${unnamed.id ?? newKey()}`;
  const one = (last.get(row) ?? Promise.resolve()).then(() => writeNext(unnamed));
  const quiet = one.then(
    () => {},
    () => {},
  );
  last.set(row, quiet);
  void quiet.then(() => last.get(row) === quiet && last.delete(row));
  return one;
}

/** The last pending write of each row: the next starts when it is done or queued. */
const last = new Map<string, Promise<void>>();

async function writeNext(unnamed: Omit<NewChange, "key">): Promise<Written> {
  const change: NewChange = { ...unnamed, key: newKey() };
  const waits = waitingChanges().some(({ refused }) => refused === null);
  if (waits || !isReachable()) {
    try {
      await postpone(change, { sent: false });
    } catch {
      // Without storage, report the network problem.
      await answer(callOf(change));
    }
    return "done";
  }
  try {
    await answer(callOf(change));
    return "done";
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem)) throw thrown;
    const { message, hint, stale } = thrown;
    if (stale === null && !isForLater(thrown)) throw thrown;
    const refused = stale === null ? {} : { refused: { message, hint, stale } };
    await postpone(change, { sent: thrown.status !== 401 && thrown.status !== 429, ...refused }).catch(() => {
      throw thrown;
    });
    // Sent after the next sign-in.
    if (thrown.status === 401) throw thrown;
    return stale === null ? "done" : "stale";
  }
}

function callOf({ method, path, body, picture, prefer, version, key }: NewChange) {
  const sent = picture === null ? (body === null ? undefined : parsed(body)) : picture.picture;
  return {
    method,
    path,
    key,
    ...(prefer === null ? {} : { prefer }),
    ...(version === null ? {} : { version }),
    ...(sent === undefined ? {} : { body: sent }),
  };
}

/** Whether a retry may succeed: there was no response, or a temporary fault. */
function isForLater({ status, code }: ApiProblem): boolean {
  return (
    status === 0 ||
    status === 429 ||
    status === 401 ||
    (status >= 502 && status <= 504) ||
    code === "key_busy"
  );
}

/** Sends a queued change. */
export async function sendChange(change: Change): Promise<Sent> {
  try {
    const answered = parsed(await (await answer(callOf(change))).text());
    const [row] = Array.isArray(answered) ? answered : [answered];
    const id = change.method === "POST" ? numberOf(rowOf<{ id: number }>(row)?.number("id")) : null;
    return { state: "done", id };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (isForLater(problem)) return { state: "later" };
    const { message, hint, stale } = problem;
    return { state: "refused", refused: { message, hint, stale } };
  }
}
