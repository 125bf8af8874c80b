/** Talks with a server over a real socket, as a client does. */
import type { LiveServerMessage, LiveServerType } from '@baraza/contract';
import { WebSocket } from 'ws';
import { sound } from '../stand-ins/scripted-speech.ts';

type Of<Type extends LiveServerType> = Extract<LiveServerMessage, { type: Type }>;

export interface LiveVisit {
  readonly protocol: string;
  readonly messages: LiveServerMessage[];
  /** Sound, and after how many messages it came. */
  readonly frames: { readonly after: number; readonly bytes: number }[];
  readonly say: (message: object) => void;
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Whatever the bytes are, as a text frame. */
  readonly sendText: (bytes: Uint8Array) => void;
  /** Answered by `pongs`. */
  readonly ping: (data: string) => void;
  readonly pongs: readonly string[];
  /** Speaks into the microphone all at once. */
  readonly speak: (ms: number, isVoice: boolean) => void;
  /** The first message of a type that has come, or comes; rejects when the socket closes before. */
  readonly until: <Type extends LiveServerType>(
    type: Type,
    isIt?: (message: Of<Type>) => boolean,
  ) => Promise<Of<Type>>;
  /** Resolves with the code when it is closed. */
  readonly closed: Promise<number>;
  readonly close: () => void;
}

export interface VisitOptions {
  readonly headers?: { readonly [name: string]: string };
  readonly query?: string;
  readonly protocol?: string;
}

/** Rejects with the status when the upgrade is refused. */
export function visitLive(
  house: { readonly url: string },
  site: string,
  { headers = {}, query = '', protocol }: VisitOptions = {},
): Promise<LiveVisit> {
  const address = `${house.url.replace('http', 'ws')}/v1/sites/${site}/live${query}`;
  const socket = new WebSocket(address, protocol, { headers, perMessageDeflate: false });
  const messages: LiveServerMessage[] = [];
  const frames: { readonly after: number; readonly bytes: number }[] = [];
  const pongs: string[] = [];
  let looks: (() => void)[] = [];
  let isClosed = false;
  const look = () => {
    for (const one of looks) one();
  };
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      isClosed = true;
      look();
      resolve(code);
    });
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push({ after: messages.length, bytes: data.length });
    else messages.push(JSON.parse(data.toString('utf8')));
    look();
  });
  socket.on('pong', (data: Buffer) => pongs.push(data.toString()));
  const visit: LiveVisit = {
    get protocol() {
      return socket.protocol;
    },
    messages,
    frames,
    closed,
    say: (message) => socket.send(JSON.stringify(message)),
    sendBytes: (bytes) => socket.send(bytes),
    sendText: (bytes) => socket.send(bytes, { binary: false }),
    pongs,
    ping: (data) => {
      if (socket.readyState === socket.OPEN) socket.ping(data);
    },
    speak: (ms, isVoice) => {
      for (let doneMs = 0; doneMs < ms; doneMs += 40) socket.send(sound(40, isVoice));
    },
    until: (type, isIt = () => true) =>
      new Promise((resolve, reject) => {
        const find = () => {
          const found = messages.find(
            (message): message is Of<typeof type> =>
              message.type === type && isIt(message as Of<typeof type>),
          );
          if (found !== undefined) resolve(found);
          else if (isClosed)
            reject(new Error(`closed before ${type}: ${JSON.stringify(messages)}`));
          else return;
          looks = looks.filter((one) => one !== find);
        };
        looks.push(find);
        find();
      }),
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(visit));
    socket.on('error', () => {});
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        const { code } = JSON.parse(body) as { code: string };
        reject(Object.assign(new Error(body), { status: response.statusCode, code }));
      });
    });
  });
}
