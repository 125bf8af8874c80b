import { Agent, request } from 'node:http';
import { cpuMicroseconds } from './process.ts';

export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Buffer;
  /** The expected status; any other ends the measurement. */
  readonly status: number;
}

export interface Target {
  readonly pid: number;
  readonly port: number;
}

export interface Sample {
  /** Server CPU for each request, in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
}

const callers = 8;

/** Sends `count` requests over keep-alive connections and divides the server's CPU time by them. */
export async function measure(
  target: Target,
  count: number,
  shotAt: (index: number) => Shot,
  onAnswer: (body: Buffer, index: number) => void = () => {},
): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < count; index = next++)
      onAnswer(await fire(agent, target.port, shotAt(index)), index);
  };
  const cpuBefore = cpuMicroseconds(target.pid);
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - startedMs) / 1000;
  const cpu = (cpuMicroseconds(target.pid) - cpuBefore) / count;
  agent.destroy();
  return { cpu, perSecond: count / seconds };
}

export async function once(port: number, shot: Shot): Promise<Buffer> {
  const agent = new Agent({ keepAlive: false });
  return fire(agent, port, shot);
}

function fire(agent: Agent, port: number, shot: Shot): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...shot.headers,
      ...(shot.body === undefined ? {} : { 'content-length': Buffer.byteLength(shot.body) }),
    };
    const sent = request(
      { agent, host: '127.0.0.1', port, method: shot.method, path: shot.path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          if (response.statusCode === shot.status) resolve(body);
          else
            reject(
              new Error(
                `${shot.method} ${shot.path}: ${response.statusCode} ${body.subarray(0, 200)}`,
              ),
            );
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(shot.body);
  });
}
