import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMailServer } from '../../test/fakes/mail-server.ts';
import { createMailer, sendOnce } from './mail.ts';

const never = new AbortController().signal;

test('a mail arrives as written, and text of a visitor adds no header and no recipient', async (t) => {
  const server = await openMailServer();
  t.after(server.close);
  const mailer = createMailer(server.url);
  t.after(mailer.close);
  const outcome = await mailer.send(
    {
      to: 'owner@example.com',
      subject: 'New contact\r\nBcc: thief@example.com',
      text: 'Jina: Asha\n.\nRCPT TO:<thief@example.com>\n',
      id: 'msg_1',
    },
    never,
  );
  assert.deepEqual(outcome, { kind: 'delivered', status: null });
  const [mail] = server.mails;
  assert.equal(mail?.from, 'shop@example.com');
  assert.deepEqual(mail?.to, ['owner@example.com']);
  assert.doesNotMatch(mail?.data ?? '', /^Bcc:/im);
  assert.match(mail?.data ?? '', /^Message-ID: <msg_1@example\.com>$/m);
  assert.match(mail?.data ?? '', /^RCPT TO:<thief@example\.com>$/m);
});

test('a server that refuses or cannot be reached is a failed attempt, with its status', async (t) => {
  const server = await openMailServer();
  const mailer = createMailer(server.url, 2_000);
  t.after(mailer.close);
  const mail = { to: 'owner@example.com', subject: 'x', text: 'y', id: 'msg_2' };
  server.refuseWith('550 no such user');
  const refused = await mailer.send(mail, never);
  assert.equal(refused.kind, 'refused');
  assert.equal(refused.kind === 'refused' && refused.status, 550);
  await server.close();
  assert.equal((await mailer.send(mail, never)).kind, 'refused');
});

test('a mail server that is silent does not keep a server from stopping: nobody knows if the mail came', async () => {
  const silent = { send: () => new Promise<never>(() => {}), close: () => {} };
  const mail = { to: 'asha@example.com', subject: 'Code', text: '123456', id: 'msg_1' };
  const stopping = new AbortController();
  const sending = sendOnce(silent, mail, stopping.signal);
  stopping.abort();
  assert.deepEqual(await sending, { kind: 'unknown' });
});
