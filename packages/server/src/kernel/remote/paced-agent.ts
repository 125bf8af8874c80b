/**
 * Connections whose bytes reach the HTTP parser a little at a time. A parser calls back for every chunk and every
 * interim response, and the system hands over megabytes in one turn of the event loop: a server that sends nothing but
 * these would hold the loop for that long.
 */
import type { ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { breathe } from '../breathe.ts';
import { http, loadHttps } from './node-http.ts';

const sliceBytes = 8 * 1024;

export function agentFor(protocol: string, keepsAlive: boolean): HttpAgent {
  if (protocol === 'https:') {
    secure ??= createSecureAgents();
    return keepsAlive ? secure.kept : secure.single;
  }
  return keepsAlive ? plain.kept : plain.single;
}

class PacedHttpAgent extends http.Agent {
  override createConnection(options: ClientRequestArgs): Duplex {
    return new PacedSocket(super.createConnection(options) as Socket);
  }
}

// An idle connection is closed before most servers would close it.
const whenKept = { keepAlive: true, timeout: 4_000 };
const plain = { kept: new PacedHttpAgent(whenKept), single: new PacedHttpAgent() };
let secure: ReturnType<typeof createSecureAgents> | undefined;

function createSecureAgents() {
  class PacedHttpsAgent extends loadHttps().Agent {
    override createConnection(options: ClientRequestArgs): Duplex {
      return new PacedSocket(super.createConnection(options) as Socket);
    }
  }
  return { kept: new PacedHttpsAgent(whenKept), single: new PacedHttpsAgent() };
}

/** A socket as an HTTP client uses it. */
class PacedSocket extends Duplex {
  readonly #socket: Socket;
  #wanted = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    for (const event of ['connect', 'secureConnect', 'timeout'])
      socket.on(event, () => this.emit(event));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    void this.#pass();
  }

  async #pass(): Promise<void> {
    try {
      for await (const piece of this.#socket.iterator({ destroyOnReturn: false }))
        for (let at = 0; at < piece.length; at += sliceBytes) {
          await breathe();
          if (this.destroyed) return;
          if (!this.push(piece.subarray(at, at + sliceBytes))) await this.#room();
        }
      this.push(null);
    } catch {
      // The socket has reported it.
    }
  }

  #room(): Promise<void> {
    this.#wanted = Promise.withResolvers();
    return this.#wanted.promise;
  }

  override _read(): void {
    this.#wanted.resolve();
  }

  override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(bytes, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wanted.resolve();
    this.#socket.destroy();
    done(error);
  }

  get connecting(): boolean {
    return this.#socket.connecting;
  }

  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  setTimeout(ms: number, listener?: () => void): this {
    if (listener !== undefined && ms === 0) this.off('timeout', listener);
    else if (listener !== undefined) this.once('timeout', listener);
    this.#socket.setTimeout(ms);
    return this;
  }

  setNoDelay(isOn?: boolean): this {
    this.#socket.setNoDelay(isOn);
    return this;
  }

  setKeepAlive(isOn?: boolean, delayMs?: number): this {
    this.#socket.setKeepAlive(isOn, delayMs);
    return this;
  }

  ref(): this {
    this.#socket.ref();
    return this;
  }

  unref(): this {
    this.#socket.unref();
    return this;
  }
}
