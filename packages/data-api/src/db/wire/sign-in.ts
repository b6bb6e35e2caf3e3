/**
 * The start of a connection: user, authentication, and the server's parameters.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-START-UP
 */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseError } from "../database.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { ProtocolError } from "./message-reader.ts";
import type { MessageWriter } from "./message-writer.ts";
import { checkServer, type FinalMessage, finalMessage, firstMessage } from "./scram.ts";
import type { ServerAddress } from "./server-address.ts";

/** Authentication requests, by number. */
const REQUESTS = { nothing: 0, clear: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const;
const SCRAM = "SCRAM-SHA-256";
const NONCE_BYTES = 18;

/** A SCRAM exchange in progress. */
interface Proof {
  readonly nonce: string;
  final: FinalMessage | null;
}

export class SignIn implements Exchange {
  readonly #address: ServerAddress;
  readonly #reply: (write: (writer: MessageWriter) => void) => void;
  readonly #done: () => void;
  readonly #failed: (cause: unknown) => void;
  /** For cancel requests: the server's process number and a secret. */
  backendKey: Buffer | null = null;
  #proof: Proof | null = null;
  /** Whether the server has authenticated us. */
  #isKnown = false;
  #error: DatabaseError | null = null;

  /** @param reply sends what is written */
  constructor(
    address: ServerAddress,
    reply: (write: (writer: MessageWriter) => void) => void,
    done: () => void,
    failed: (cause: unknown) => void,
  ) {
    this.#address = address;
    this.#reply = reply;
    this.#done = done;
    this.#failed = failed;
  }

  write(writer: MessageWriter): void {
    writer.startup(this.#address.user, this.#address.parameters);
  }

  take(type: number, bytes: Buffer, start: number, end: number): void {
    if (type === SERVER.backendKey) {
      this.backendKey = Buffer.from(bytes.subarray(start, end));
    } else if (type === SERVER.authentication && end - start >= 4 && !this.#isKnown) {
      this.#authenticate(bytes.readInt32BE(start), Buffer.from(bytes.subarray(start + 4, end)));
    } else {
      throw new ProtocolError(`a message of the type ${type} while signing in`);
    }
  }

  refuse(error: DatabaseError): void {
    this.#error = error;
  }

  ready(): void {
    if (this.#error !== null) this.#failed(this.#error);
    else if (this.#isKnown) this.#done();
    else throw new ProtocolError("the server reported ready before sign-in was complete");
  }

  fail(cause: unknown): void {
    this.#failed(cause);
  }

  #authenticate(asked: number, content: Buffer): void {
    switch (asked) {
      case REQUESTS.nothing:
        // A server that has not proved that it knows the password is the wrong one.
        if (this.#proof !== null) throw new ProtocolError("the server did not authenticate itself");
        this.#isKnown = true;
        return;
      case REQUESTS.clear:
        this.#reply((writer) => writer.password(this.#password()));
        return;
      case REQUESTS.md5:
        this.#reply((writer) => writer.password(md5Proof(this.#address.user, this.#password(), content)));
        return;
      case REQUESTS.sasl:
        this.#begin(content.toString("latin1").split("\0"));
        return;
      case REQUESTS.saslContinue:
        this.#continue(content.toString());
        return;
      case REQUESTS.saslFinal:
        this.#finish(content.toString());
        return;
      default:
        throw new Error(`the server asks for a way to sign in that is not supported (${asked})`);
    }
  }

  #begin(mechanisms: readonly string[]): void {
    if (!mechanisms.includes(SCRAM)) throw new Error("the server offers no supported way to sign in");
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    this.#password();
    this.#proof = { nonce, final: null };
    this.#reply((writer) => writer.saslInitial(SCRAM, firstMessage(nonce)));
  }

  #continue(challenge: string): void {
    const proof = this.#proof;
    if (proof === null || proof.final !== null) throw new ProtocolError("an unexpected challenge");
    finalMessage(proof.nonce, this.#password(), challenge).then(
      (final) => {
        proof.final = final;
        this.#reply((writer) => writer.saslResponse(final.text));
      },
      (cause: unknown) => this.#failed(cause),
    );
  }

  #finish(text: string): void {
    if (this.#proof?.final == null) throw new ProtocolError("an unexpected proof");
    checkServer(this.#proof.final, text);
    this.#proof = null;
  }

  /** @throws Error if there is none */
  #password(): string {
    const { password } = this.#address;
    if (password === null || password === "")
      throw new Error("the server asks for a password; none is given");
    return password;
  }
}

/** `md5` plus the hash of a text and the salt; the text is the hash of password and user. */
function md5Proof(user: string, password: string, salt: Buffer): string {
  const hash = (...parts: (string | Buffer)[]): string =>
    parts.reduce((sum, part) => sum.update(part), createHash("md5")).digest("hex");
  return `md5${hash(hash(password, user), salt)}`;
}
