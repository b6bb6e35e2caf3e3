/**
 * One connection to the server. Exchanges are answered in order; each has its own Sync, so that a failure does not
 * affect the ones behind it.
 */
import type { Socket } from "node:net";
import { ConnectionError } from "../database.ts";
import { PreparedStatements } from "../prepared.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { serverReport } from "./fields.ts";
import { MessageReader, ProtocolError } from "./message-reader.ts";
import { MessageWriter } from "./message-writer.ts";
import type { ServerAddress } from "./server-address.ts";
import { SignIn } from "./sign-in.ts";
import { connected, newSocket } from "./socket.ts";

/** Transaction status in ReadyForQuery: no open block. */
const IDLE = 0x49;

/** Reported by a hot standby, e.g. a replica about to be promoted. */
const HOT_STANDBY = "in_hot_standby\0on\0";

/** SQLSTATE of a server that refuses writes. */
const READ_ONLY_ERROR = "25006";

/** How long the server may take to close a connection after Terminate, in milliseconds. */
const GOODBYE_MS = 5_000;

/** Receives the events of a connection. */
export interface ConnectionOwner {
  /** The oldest exchange was answered. */
  answered(connection: Connection): void;
  /** The connection broke before the server began an exchange; called last. Without it, the exchange fails. */
  missed?(exchange: Exchange, cause: unknown): void;
  /**
   * The connection is closed. Called once, after its exchanges were settled.
   * @param cause null if closed with {@link Connection.end}
   */
  ended(connection: Connection, cause: unknown): void;
  /** A notification arrived. */
  notified?(channel: string, payload: string): void;
}

export class Connection {
  readonly prepared = new PreparedStatements();
  readonly openedAt = performance.now();
  /** When the oldest exchange became the oldest, or else when the connection became idle, by `performance.now()`. */
  since = this.openedAt;
  readonly #address: ServerAddress;
  readonly #owner: ConnectionOwner;
  readonly #writer = new MessageWriter();
  readonly #reader = new MessageReader((...message) => this.#take(...message));
  readonly #socket: Socket;
  readonly #inFlight: Exchange[] = [];
  #stream: Socket | null = null;
  #signIn: SignIn | null = null;
  #isOpen = false;
  #isOver = false;
  #isBlock = false;
  #isStandby = false;
  #isFlushing = false;

  constructor(address: ServerAddress, owner: ConnectionOwner) {
    this.#address = address;
    this.#owner = owner;
    this.#socket = newSocket(address, this.#bytes());
  }

  /**
   * Connects and signs in.
   * @throws DatabaseError if the server refuses, or the socket's error
   */
  open(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.break(new Error(`no connection within ${withinMs} ms`)), withinMs);
      const opened = (): void => {
        clearTimeout(late);
        this.#isOpen = true;
        resolve();
      };
      const failed = (cause: unknown): void => {
        clearTimeout(late);
        this.break(cause);
        reject(cause);
      };
      this.#signIn = new SignIn(this.#address, (write) => this.#write(write), opened, failed);
      this.#inFlight.push(this.#signIn);
      this.#socket.on("close", () => this.break(new Error("the server closed the connection")));
      connected(this.#socket, this.#address, this.#bytes(), (cause) => this.break(cause)).then(
        (stream) => {
          this.#stream = stream;
          this.#write((writer) => this.#signIn?.write(writer));
        },
        (cause: unknown) => this.break(cause),
      );
    });
  }

  /** Number of unanswered exchanges. */
  get depth(): number {
    return this.#inFlight.length;
  }

  /** The exchanges behind the oldest, which the server has not begun. */
  get behind(): readonly Exchange[] {
    return this.#inFlight.slice(1);
  }

  /** Whether it is closed or broken. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the last answer left a transaction block open. */
  get isBlock(): boolean {
    return this.#isBlock;
  }

  /** The secret for cancel requests; null if the server sent none. */
  get backendKey(): Buffer | null {
    return this.#signIn?.backendKey ?? null;
  }

  /**
   * Sends an exchange.
   * @param soon whether to wait for other sends in this turn of the event loop and send all at once
   */
  send(exchange: Exchange, soon = false): void {
    const { mark } = this.#writer;
    try {
      if (this.#isOver) throw new Error("the connection is closed");
      exchange.write(this.#writer, this.prepared);
    } catch (cause) {
      this.#writer.backTo(mark);
      exchange.fail(cause);
      return;
    }
    if (this.#inFlight.length === 0) this.since = performance.now();
    this.#inFlight.push(exchange);
    if (!soon) this.#flush();
    else if (!this.#isFlushing) {
      this.#isFlushing = true;
      setImmediate(() => this.#flush());
    }
  }

  /** Stops reading until {@link resume}: backpressure for a slow consumer. */
  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Terminates and closes. Exchanges in flight fail. */
  end(): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    const cause = new Error("the connection was closed");
    if (stream === null) {
      this.break(cause);
      return;
    }
    this.#over(cause);
    this.#writer.terminate();
    this.#writer.take((bytes, sent) => stream.end(bytes, sent));
    const late = setTimeout(() => stream.destroy(), GOODBYE_MS);
    stream.once("close", () => {
      clearTimeout(late);
      this.#owner.ended(this, null);
    });
  }

  /** Closes at once. Exchanges in flight fail with this cause. */
  break(cause: unknown): void {
    if (this.#isOver) return;
    this.#socket.destroy();
    this.#stream?.destroy();
    const missed = this.#owner.missed === undefined ? [] : this.#inFlight.splice(1);
    this.#over(cause);
    this.#owner.ended(this, cause);
    for (const exchange of missed) this.#owner.missed?.(exchange, cause);
  }

  #over(cause: unknown): void {
    this.#isOver = true;
    this.#reader.stop();
    for (const exchange of this.#inFlight.splice(0)) exchange.fail(cause);
  }

  /** Writes outside an exchange. A failure breaks the connection. */
  #write(write: (writer: MessageWriter) => void): void {
    if (this.#isOver) return;
    write(this.#writer);
    this.#flush();
  }

  #flush(): void {
    this.#isFlushing = false;
    const stream = this.#stream;
    if (this.#isOver || this.#writer.isEmpty || stream === null) return;
    this.#writer.take((bytes, sent) => stream.write(bytes, sent));
  }

  /** Reading: any exception means that the stream cannot be trusted. */
  #bytes() {
    const guarded = (read: () => void): void => {
      try {
        read();
      } catch (cause) {
        this.break(cause);
      }
    };
    return {
      room: () => this.#reader.room(),
      advance: (count: number) => guarded(() => this.#reader.advance(count)),
      append: (chunk: Buffer) => guarded(() => this.#reader.append(chunk)),
    };
  }

  #take(type: number, bytes: Buffer, start: number, end: number): void {
    switch (type) {
      case SERVER.notice:
        return;
      case SERVER.parameterStatus:
        this.#learn(bytes.toString("utf8", start, end));
        return;
      case SERVER.notification:
        this.#notify(bytes, start, end);
        return;
      case SERVER.error:
        this.#refuse(bytes, start, end);
        return;
      case SERVER.ready:
        this.#ready(bytes[start]);
        return;
      default: {
        const oldest = this.#inFlight[0];
        if (oldest === undefined) throw new ProtocolError(`an unexpected message of type ${type}`);
        oldest.take(type, bytes, start, end);
      }
    }
  }

  /** Handles a ParameterStatus, a name and a value. The server repeats it when the value changes. */
  #learn(status: string): void {
    if (status.startsWith("in_hot_standby\0")) this.#isStandby = status === HOT_STANDBY;
  }

  #refuse(bytes: Buffer, start: number, end: number): void {
    const { error, isFatal } = serverReport(bytes, start, end);
    const oldest = this.#inFlight[0];
    // While signing in, the server closes the connection after any error.
    if (!this.#isOpen) this.break(error);
    // A standby is the wrong server: the next connection may reach the primary.
    else if (isFatal || oldest === undefined || (this.#isStandby && error.sqlstate === READ_ONLY_ERROR))
      this.break(new ConnectionError(`the connection broke: ${error.message}`, error));
    else oldest.refuse(error);
  }

  /** Handles a NotificationResponse: process number, channel, payload. */
  #notify(bytes: Buffer, start: number, end: number): void {
    const [channel = "", payload = ""] = bytes.toString("utf8", start + 4, end).split("\0");
    this.#owner.notified?.(channel, payload);
  }

  #ready(status: number | undefined): void {
    const oldest = this.#inFlight[0];
    if (oldest === undefined) throw new ProtocolError("an unexpected ReadyForQuery");
    this.#isBlock = status !== IDLE;
    oldest.ready();
    this.#inFlight.shift();
    const now = performance.now();
    oldest.took?.(now - this.since);
    this.since = now;
    if (oldest !== this.#signIn) this.#owner.answered(this);
  }
}
