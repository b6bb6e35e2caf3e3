/** TCP ports on the loopback interface. */
import { createServer } from "node:net";

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new Error("the system has no free port");
  return port;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}
