/** Listens on a port; if that is taken, the error names the setting that changes it. */
import { once } from "node:events";
import type { Server } from "node:http";

/** Another program uses the port. */
class PortTakenError extends Error {
  constructor(what: string, port: number, setting: string, cause: unknown) {
    super(`${what} cannot use port ${port}: it is taken. Set ${setting} to a free one.`, { cause });
    this.name = "PortTakenError";
  }
}

/**
 * Listens on a host and port.
 * @returns the port: the one requested, or a free one for 0
 * @throws PortTakenError naming the setting
 */
export async function listen(
  server: Server,
  at: { readonly what: string; readonly host: string; readonly port: number; readonly setting: string },
): Promise<number> {
  try {
    await listening(server, { host: at.host, port: at.port });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new PortTakenError(at.what, at.port, at.setting, error);
    }
    throw error;
  }
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : at.port;
}

/** Listens on a port or on a Unix socket. @throws the operating system's error */
export async function listening(
  server: Server,
  at: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<void> {
  server.listen(at);
  await once(server, "listening");
}

/** The URL at which a server that listens on a host and port can be opened on this machine. */
export function urlOf(host: string, port: number): string {
  const name = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
