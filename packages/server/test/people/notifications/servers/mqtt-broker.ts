/** A real MQTT broker, which can go away and come back. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";
import { expect, vi } from "vitest";

/** A broker that runs. */
export interface Broker {
  readonly port: number;
  /** Disconnects all clients and refuses new ones; retained messages stay. */
  leave(): Promise<void>;
  /** Lets clients in again. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one, on a port that is free or given. */
export async function startBroker(port = 0): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    aedes.handle(socket);
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(port);
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    leave: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
    comeBack: () => listen(own),
    stop: () => new Promise((done) => aedes.close(() => server.close(() => done()))),
  };
}

/** The topics with a boat's id that a new client gets. */
export async function retainedFor({ port }: Broker, id: string): Promise<readonly string[]> {
  const newcomer = await connectAsync(`mqtt://127.0.0.1:${port}`);
  const topics: string[] = [];
  newcomer.on("message", (topic) => topics.push(topic));
  await newcomer.subscribeAsync("#");
  // Retained messages come before new ones.
  const end = `end/${id}`;
  await newcomer.publishAsync(end, "now", { qos: 1 });
  await vi.waitFor(() => expect(topics).toContain(end));
  await newcomer.endAsync(true);
  return topics.filter((topic) => topic.includes(id) && topic !== end).sort();
}
