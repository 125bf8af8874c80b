import { createServer, type Socket } from 'node:net';

/** A small mail server on this machine, that keeps what it is given. */
export interface MailServer {
  readonly url: string;
  readonly mails: readonly Received[];
  /** What to answer to the next messages, instead of taking them. */
  readonly refuseWith: (line: string | undefined) => void;
  /** Resolves when so many have come. */
  readonly arrived: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: Received[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  let refusal: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let from = '';
    let to: string[] = [];
    let data: string[] | undefined;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') {
          data.push(line.startsWith('.') ? line.slice(1) : line);
          return;
        }
        mails.push({ from, to, data: data.join('\n') });
        data = undefined;
        to = [];
        for (const wake of waiting) wake();
        say('250 taken');
        return;
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'EHLO' || word === 'HELO') say('250 here');
      else if (word === 'MAIL') {
        from = /<([^>]*)>/.exec(line)?.[1] ?? '';
        say('250 ok');
      } else if (word === 'RCPT') {
        if (refusal !== undefined) say(refusal);
        else {
          to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
          say('250 ok');
        }
      } else if (word === 'DATA') {
        data = [];
        say('354 go on');
      } else if (word === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}?from=shop@example.com`,
    mails,
    refuseWith: (line) => {
      refusal = line;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The parts of a mail as text, whatever they were encoded by. */
export function mailText(data: string): string {
  const parts = data.split(/^--.*$/m).map((part) => {
    const [head = '', ...body] = part.split('\n\n');
    const text = body.join('\n\n');
    if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
    return Buffer.from(
      text
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      'latin1',
    ).toString('utf8');
  });
  return parts.join('\n');
}
