/** The API at the dashboard's own address: the same answers as at its own. */
import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
let token: string;

beforeAll(async () => {
  token = (await newSailor(service.api, "Razorbill")).userToken;
});

/** Responses of both addresses, without the parts that always differ. */
async function both(path: string, init: RequestInit = {}): Promise<unknown[]> {
  const answers = await Promise.all(
    [service.apiUrl, `${service.webUrl}/api`].map(async (base) => {
      const answer = await fetch(base + path, init);
      const headers = Object.fromEntries(answer.headers);
      for (const name of ["date", "x-ratelimit-remaining", "x-ratelimit-reset"]) delete headers[name];
      return { status: answer.status, headers, body: await answer.text() };
    }),
  );
  return answers;
}

describe("at the dashboard's address", () => {
  it.each([
    ["the description", "", "", {}],
    ["the root", "/", "", {}],
    ["rows of a user", "/metadata?select=name", "", {}],
    ["a query in Unicode", "/logs_view?name=eq.%C3%85land%20%2F&limit=1", "", {}],
    ["a body", "/rpc/update_user_preferences_fn", '{"key":"{theme}","value":"night"}', {}],
    ["a body that is not JSON", "/rpc/update_user_preferences_fn", "{", {}],
    ["what there is not", "/nothing?x=1", "", {}],
    ["a path that cannot be decoded", "/%zz", "", {}],
    ["a browser's question from another page", "/logs_view", "", { Origin: "http://elsewhere.example" }],
  ])("%s is answered alike", async (_, path, body, headers) => {
    const [one, other] = await both(path, {
      method: body === "" ? "GET" : "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body === "" ? {} : { body }),
    });
    expect(other).toEqual(one);
  });

  it("a user signs in, and is refused with the wrong password", async () => {
    const near = client(`${service.webUrl}/api`);
    const sailor = await newSailor(near, "Guillemot");
    const { status } = await near.get("/metadata?select=name", { token: sailor.userToken });
    expect(status).toBe(200);
    expect((await near.post("/rpc/login", { email: sailor.email, pass: "wrong wind 7" })).status).toBe(401);
  });

  it("a body that waits for leave is asked for", async () => {
    const port = Number(new URL(service.webUrl).port);
    const body = '{"key":"{theme}","value":"day"}';
    const text = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(port, "127.0.0.1", () => {
        const head = [
          "POST /api/rpc/update_user_preferences_fn HTTP/1.1",
          "Host: boat",
          "Expect: 100-continue",
        ];
        const about = [
          `Authorization: Bearer ${token}`,
          "Content-Type: application/json",
          "Connection: close",
        ];
        socket.write([...head, ...about, `Content-Length: ${body.length}`, "", ""].join("\r\n"));
      });
      socket.setEncoding("latin1").on("data", (part) => {
        if (received === "") socket.write(body);
        received += part;
      });
      socket.on("error", reject).on("close", () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  it("what a proxy sends with the whole address is answered", async () => {
    const { port } = new URL(service.webUrl);
    const status = await new Promise((resolve, reject) => {
      const sent = request({
        port,
        path: "http://boat.example/api/metadata?select=name",
        headers: { Authorization: `Bearer ${token}` },
      });
      sent
        .on("response", (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it("a boat is followed", async () => {
    const answer = await fetch(`${service.webUrl}/api/live`, {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
    });
    const reader = answer.body?.getReader();
    try {
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toMatch(/^(id|event|retry|:)/m);
    } finally {
      await reader?.cancel();
    }
  });
});
