import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type LiveVisit, visitLive } from './live-visit.ts';

interface Weight {
  readonly rss: number;
  /** Of all its threads, and of the one that serves. */
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly sessions: number;
  readonly turnBytes: number;
  readonly detected: number;
}

const MB = 1024 * 1024;
const sockets = 200;
const frameMs = 40;

describe('200 live sockets', () => {
  let server: ChildProcess;
  let where: { readonly url: string; readonly site: string };
  const visits: LiveVisit[] = [];
  const weigh = async (): Promise<Weight> => {
    server.send('weigh');
    return (await once(server, 'message'))[0];
  };
  const all = (work: (visit: LiveVisit) => Promise<unknown>) => Promise.all(visits.map(work));
  const enter = async (name: string) => {
    const visit = await visitLive(where, where.site, {
      headers: { 'x-visitor': name.padStart(22, 'v') },
    });
    visit.say({ type: 'start' });
    await visit.until('ready');
    return visit;
  };
  /** As microphones do: a frame of each, and then the next. */
  const speak = async (frames: number, isVoice: boolean) => {
    for (let frame = 0; frame < frames; frame += 1) {
      for (const visit of visits) visit.speak(frameMs, isVoice);
      await new Promise((resolve) => setTimeout(resolve, frameMs));
    }
    const t = `${frames} ${isVoice} ${Math.random()}`;
    await all((visit) => {
      visit.say({ type: 'ping', t });
      return visit.until('pong', (pong) => pong.t === t);
    });
  };

  before(async () => {
    const program = fileURLToPath(new URL('live-server.ts', import.meta.url));
    server = fork(program, { execArgv: ['--expose-gc'] });
    [where] = await once(server, 'message');
  });
  after(async () => {
    for (const visit of visits) visit.close();
    server.send('end');
    await once(server, 'exit');
  });

  test('that send silence cost little memory, little time, and no detector', async (t) => {
    const first = await enter('first');
    first.say({ type: 'ask', question: 'Do you deliver?' });
    await first.until('done');
    first.close();
    await first.closed;
    const before = await weigh();
    for (let at = 0; at < sockets; at += 20)
      visits.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, index) => enter(`s${at + index}`)))),
      );
    // Until the engine has made up its mind about what runs often.
    await speak(75, false);
    const open = await weigh();
    assert.equal(open.sessions, sockets);
    const frames = 75;
    await speak(frames, false);
    const later = await weigh();
    const moreMB = (later.rss - before.rss) / MB;
    const frameUs = ((later.cpuMs - open.cpuMs) * 1_000) / (frames * sockets);
    const threadUs = ((later.threadMs - open.threadMs) * 1_000) / (frames * sockets);
    t.diagnostic(
      `${moreMB.toFixed(1)} MB more, ${frameUs.toFixed(1)} µs of CPU a frame, ${threadUs.toFixed(1)} of the thread that serves`,
    );
    assert.ok(moreMB <= 60, `${moreMB} MB more`);
    // A machine that does other things too takes longer for the same.
    assert.ok(frameUs <= 60, `${frameUs} µs a frame`);
    assert.equal(later.detected, before.detected);
    assert.equal(later.turnBytes, 0);
  });

  test('that speak at once cost what the detector costs, and no more', async (t) => {
    const before = await weigh();
    await speak(4, true);
    const after = await weigh();
    const windows = after.detected - before.detected;
    const windowUs = ((after.cpuMs - before.cpuMs) * 1_000) / windows;
    t.diagnostic(`${windowUs.toFixed(1)} µs of CPU a window without the detector's own`);
    assert.ok(windows >= sockets * 4);
    assert.ok(windowUs <= 200, `${windowUs} µs a window`);
  });
});
