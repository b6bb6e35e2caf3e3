/** Bearer tokens with any claims and header, and the caller that a server sees. */
import { createHmac } from "node:crypto";
import type { PeerAnswer } from "../../peer/request.ts";
import { SECRET, type Server } from "./served.ts";

export const CLAIMS = `create function observatory.claims() returns json language sql stable as $$
  select current_setting('request.jwt.claims')::json $$`;

export const USER = { role: "fixture_user", email: "ada@example.org" };

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of any claims and header, signed by HMAC. */
export function token(
  claims: unknown,
  secret: string | Buffer = SECRET,
  header: object = { alg: "HS256" },
  hash = "sha256",
): string {
  return signed(JSON.stringify(claims), secret, header, hash);
}

export function signed(claims: string, secret: string | Buffer, header: object, hash: string): string {
  const text = `${part(header)}.${Buffer.from(claims).toString("base64url")}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

export const ask = (server: Server, sent: string, scheme = "Bearer"): Promise<PeerAnswer> =>
  server.send("GET", "/rpc/whoami", { Authorization: `${scheme} ${sent}` });

export const roleOf = ({ status, body }: PeerAnswer): unknown =>
  status === 200 ? JSON.parse(body).role : status;
