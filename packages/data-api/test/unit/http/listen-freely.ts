import type { Server } from "node:http";
import { listen } from "../../../src/http/listen.ts";

/** Has a server of a test listen on this machine. @returns the port, one that was free */
export function listenFreely(server: Server): Promise<number> {
  return listen(server, { what: "the test", host: "127.0.0.1", port: 0, setting: "-", hostSetting: "-" });
}
