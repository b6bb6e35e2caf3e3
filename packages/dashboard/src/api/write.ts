/** Writing rows. What no server answers waits on this device. */
import { type Change, type NewChange, newKey, type SentPicture, writtenBy } from "../offline/change.ts";
import { isReachable } from "../offline/connectivity.ts";
import { amend, postpone, type Sent, waitingChanges } from "../offline/outbox.ts";
import type { Procedures, Resources } from "./generated/api-types.ts";
import { ApiProblem, noRoom, problemOf, sentMeanwhile, tooManyWait } from "./problem.ts";
import type { Resource } from "./question.ts";
import { answer, parsed } from "./request.ts";
import { numberOf, rowOf } from "./row.ts";

/** The outcome of a change: `stale` if another user changed the same meanwhile, so that a person has to choose. */
export type Written = "done" | "stale";

/** Pictures that wait on this device at once. */
const MOST_PICTURES = 50;

/**
 * Changes columns of the row with this id. Without a link the change waits on this device.
 * @param version of the row when it was read: if another user changed the same columns since, both texts are kept until
 * a person has chosen. Null if the later change wins.
 * @param read of columns that hold a JSON object, what was read: members that are the same in `values` are never written
 * over
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

/** Adds a row. Without a link it waits on this device. */
export async function addRow<N extends Resource>(resource: N, values: Partial<Resources[N]>): Promise<void> {
  await write({
    ...PLAIN,
    method: "POST",
    path: `/${resource}`,
    body: JSON.stringify(values),
    resource,
  });
}

/** Removes the row with this id. Without a link that waits on this device. */
export async function removeRow(resource: Resource, id: number): Promise<void> {
  await write({ ...PLAIN, method: "DELETE", path: `/${resource}?id=eq.${id}`, resource, id });
}

/** Calls a procedure that writes on a row. Without a link the call waits on this device. */
export async function callLater<N extends keyof Procedures>(
  procedure: N,
  args: Procedures[N]["arguments"],
  about: { readonly resource: Resource; readonly id: number },
): Promise<void> {
  const body = JSON.stringify(args);
  await write({ ...PLAIN, ...about, method: "POST", path: `/rpc/${procedure}`, body });
}

/**
 * Adds a row with a number of its own, which may be written again before the server has it.
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
 * Changes columns of a row that waits to be added, whatever has become of it.
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

/** Removes a row that waits to be added, whatever has become of it. */
export async function removeAdded(resource: Resource, key: string): Promise<void> {
  const change: NewChange = { ...PLAIN, key: newKey(), method: "DELETE", path: "", resource, after: key };
  const amended = await amend(key, null, change);
  if (amended === "gone") throw sentMeanwhile();
  if (typeof amended === "object") return removeRow(resource, amended.id);
}

/**
 * Sends a picture to a procedure. It is kept on this device first, so that nothing that happens on its way loses it.
 * @param known of it, shown while it waits
 * @returns the key of the change
 * @throws ApiProblem if it can be neither kept nor sent
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
    // A full device, and a browser that keeps nothing, can still send it.
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

/** What this page wrote, by the row and the version that was read before. */
const written = new Map<string, Set<string>>();

/**
 * The version that guards a change. A user's earlier change, which has not been read again since, is no reason to
 * stop the same person: then there is none.
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
 * Writes a row. What no server answers, and what follows such a write, is kept on this device and sent later in the same
 * order: to the person it is done. So is a conflict with another user's change, until the person has seen both.
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

/** The last write of each row that is under way: the next one begins when that one is done, or kept. */
const last = new Map<string, Promise<void>>();

async function writeNext(unnamed: Omit<NewChange, "key">): Promise<Written> {
  const change: NewChange = { ...unnamed, key: newKey() };
  const waits = waitingChanges().some(({ refused }) => refused === null);
  if (waits || !isReachable()) {
    try {
      await postpone(change, { sent: false });
    } catch {
      // A browser that keeps nothing says what is wrong with the link.
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
    // It is sent once the person has signed in again.
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

/** Whether the same may succeed later: there was no answer, or a temporary fault. */
function isForLater({ status, code }: ApiProblem): boolean {
  return (
    status === 0 ||
    status === 429 ||
    status === 401 ||
    (status >= 502 && status <= 504) ||
    code === "key_busy"
  );
}

/** Sends a change that waited. */
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
