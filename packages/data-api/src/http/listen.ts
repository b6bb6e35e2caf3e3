/** Listens on a port. On failure, the error names the setting to change and the process that holds the port. */
import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";
import { holderOf, type PortHolder } from "@wakelog/kit/port-holder.ts";

/** An address to listen on. */
export interface Place {
  /** What listens there, for messages: `the API`. */
  readonly what: string;
  readonly host: string;
  readonly port: number;
  /** The name of the port's setting. */
  readonly setting: string;
  /** The name of the host's setting. */
  readonly hostSetting: string;
}

/** Another program uses the port. */
export class PortTakenError extends Error {
  readonly holder: PortHolder | null;

  constructor({ what, port, setting }: Place, holder: PortHolder | null, cause: unknown) {
    const whom = holder === null ? "another program" : `process ${holder.pid} (${holder.command})`;
    super(
      `${what} cannot use port ${port}: it is taken by ${whom}. Stop ${holder === null ? "that" : "it"}, or set ${setting} to a free port.`,
      { cause },
    );
    this.name = "PortTakenError";
    this.holder = holder;
  }
}

/**
 * Listens on a host and port.
 * @returns the port: the requested one, or a free one for 0
 * @throws PortTakenError naming the setting and the port's holder, or Error naming the setting
 */
export async function listen(server: Server | HttpServer, at: Place): Promise<number> {
  try {
    await listening(server, { host: at.host, port: at.port });
  } catch (error) {
    throw await explained(at, error);
  }
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : at.port;
}

async function explained(at: Place, cause: unknown): Promise<unknown> {
  const { what, host, port, setting, hostSetting } = at;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  switch (code) {
    case "EADDRINUSE":
      return new PortTakenError(at, await holderOf(port), cause);
    case "EACCES":
      return new Error(
        `${what} may not use port ${port}: those below 1024 are for root. Set ${setting} to a higher one.`,
        { cause },
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Error(
        `${what} cannot listen at ${host}: that is not an address of this machine. Set ${hostSetting} to one that is, or to 0.0.0.0 for all.`,
        { cause },
      );
    default:
      return cause;
  }
}

/** Listens on a port or a Unix socket. @throws the operating system's error */
export async function listening(
  server: Server | HttpServer,
  at: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<void> {
  server.listen(at);
  await once(server, "listening");
}

/** The URL on this machine of a server that listens on a host and port. */
export function urlOf(host: string, port: number): string {
  const name = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
