/** The web client v0.0.7's requests, as the signed-in user of a boat that has sailed. */
import { type SailedBoat, sailedBoat } from "./sailed-boat.ts";

type Answer = ReturnType<SailedBoat["api"]["get"]>;

/** Its headers on every request, GET included. */
export const HEADERS = { Accept: "application/json", "Content-Type": "application/json" };

/** The headers of a call, and the token if there is one. */
export const asks = (token?: string) => ({ headers: HEADERS, ...(token === undefined ? {} : { token }) });

export interface WebClient {
  readonly boat: SailedBoat;
  /** The newest log. */
  readonly logId: number;
  /** The user's headers and token. */
  readonly signedIn: () => ReturnType<typeof asks>;
  readonly get: (path: string) => Answer;
  /** Calls a procedure, as the user unless `ask` differs. */
  readonly call: (name: string, body?: unknown, ask?: ReturnType<typeof asks>) => Answer;
}

/** Starts the service and signs in. */
export async function webClient(): Promise<WebClient> {
  const boat = await sailedBoat({
    WAKELOG_PUSH_TOKEN: "app",
    WAKELOG_PUSH_URL: "https://push.example/subscribe",
  });
  const signedIn = () => asks(boat.sailor.userToken);
  const get = (path: string) => boat.api.get(path, signedIn());
  return {
    boat,
    logId: (await get("/logs_view")).json[0].id,
    signedIn,
    get,
    call: (name, body, ask = signedIn()) =>
      boat.api.send("POST", `/rpc/${name}`, { ...ask, ...(body === undefined ? {} : { body }) }),
  };
}
