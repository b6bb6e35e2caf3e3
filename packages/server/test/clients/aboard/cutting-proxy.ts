/** A proxy between boat and shore that loses answers: what was asked is done, and the boat is not told. */
import { once } from "node:events";
import { createServer, request } from "node:http";

export interface CuttingProxy {
  readonly port: number;
  /** Loses the answers to the next exchanges. */
  lose(exchanges: number): void;
  /** How many answers were lost. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Starts one. @param target the server's address, which may not be known yet */
export async function cuttingProxy(target: () => string): Promise<CuttingProxy> {
  let [toLose, lost] = [0, 0];
  const server = createServer((asked, answer) => {
    const { method, headers, url = "/" } = asked;
    const onward = request(new URL(url, target()), { method, headers }, (told) => {
      if (method === "POST" && url === "/link" && toLose > 0) {
        toLose--;
        lost++;
        asked.socket.destroy();
        told.resume();
        return;
      }
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    onward.on("error", () => asked.socket.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const place = server.address();
  return {
    port: typeof place === "object" && place !== null ? place.port : 0,
    lose: (exchanges) => {
      toLose = exchanges;
    },
    get lost() {
      return lost;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
