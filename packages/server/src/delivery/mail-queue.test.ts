import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../kernel/log.ts';
import { createMailQueue } from './mail-queue.ts';

const mail = { to: 'asha@example.com', subject: 'Code', text: '123456', id: 'msg_1' };

function openQueue() {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  let isClosed = false;
  let count = 0;
  const silent = {
    send: () => {
      count += 1;
      return new Promise<never>(() => {});
    },
    close: () => {
      isClosed = true;
    },
  };
  const queue = createMailQueue(silent, log, 10);
  return { queue, lines, started: () => count, isClosed: () => isClosed };
}

test('a mail server that is silent does not keep a server from stopping', async () => {
  const { queue, isClosed } = openQueue();
  queue.send(mail);
  await queue.stop();
  assert.equal(isClosed(), true);
});

test('strangers cannot fill the memory with mails: four are sent at once, and 500 are kept', (t) => {
  const { queue, lines, started } = openQueue();
  t.after(queue.stop);
  for (let sent = 0; sent < 500; sent += 1) queue.send(mail);
  assert.deepEqual(lines, []);
  queue.send(mail);
  assert.match(lines.join(), /a mail with a code or a link was dropped/);
  assert.ok(started() <= 4);
});
