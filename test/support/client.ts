/** An anonymous HTTP client. */

/** A response, with parsed JSON if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and fail loudly where one differs
  readonly json: any;
}

export interface Ask {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to one API; pass a function if the address is not known yet. */
export function client(apiUrl: string | (() => string)) {
  const send = async (method: string, path: string, ask: Ask = {}): Promise<Answer> => {
    const response = await fetch((typeof apiUrl === "string" ? apiUrl : apiUrl()) + path, {
      method,
      headers: {
        ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(ask.token === undefined ? {} : { Authorization: `Bearer ${ask.token}` }),
        ...ask.headers,
      },
      ...(ask.body === undefined
        ? {}
        : { body: typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    send,
    get: (path: string, ask?: Ask) => send("GET", path, ask),
    post: (path: string, body: unknown, ask: Ask = {}) => send("POST", path, { ...ask, body }),
    patch: (path: string, body: unknown, ask: Ask = {}) => send("PATCH", path, { ...ask, body }),
    delete: (path: string, ask?: Ask) => send("DELETE", path, ask),
  };
}

export type Client = ReturnType<typeof client>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A user with a boat, and both tokens. */
export interface Sailor {
  readonly email: string;
  readonly password: string;
  readonly userToken: string;
  readonly vesselToken: string;
}

let sailors = 0;

/** Signs up a new user and registers a boat. */
export async function newSailor(api: Client, boat = "Kapla"): Promise<Sailor> {
  const email = `sailor${++sailors}.${process.pid}@example.org`;
  const password = "fair winds 7";
  const signedUp = await api.post("/rpc/signup", {
    email,
    pass: password,
    firstname: "Aino",
    lastname: "Meri",
  });
  if (signedUp.status !== 200) throw new Error(`no person: ${signedUp.text}`);
  const userToken = signedUp.json.token;
  const registered = await api.post(
    "/rpc/register_vessel",
    { vessel_email: email, vessel_mmsi: "", vessel_name: boat },
    { token: userToken },
  );
  if (registered.status !== 200) throw new Error(`no boat: ${registered.text}`);
  return { email, password, userToken, vesselToken: registered.json.token };
}
