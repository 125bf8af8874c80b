/** A site with a row in every table that moves. */
import { randomBytes } from 'node:crypto';
import { insertMovedItem } from '../../src/store/outbox.ts';
import { findSite } from '../../src/store/site/sites.ts';
import { sql } from '../../src/store/store.ts';
import { ask } from '../fixtures/server.ts';
import type { SiteServer, TestSite } from '../fixtures/site-server.ts';

const telegramToken = '123456:secret-of-the-bot';

const profile = {
  name: 'Msaidizi',
  business: 'Duka la Asha',
  people: true,
  feedback: true,
  faqs: [{ question: 'Do you deliver?', answer: 'Yes, we deliver in Nairobi.' }],
  notify: { email: 'asha@example.com', webhook: 'https://asha.example/hook' },
};

export async function fullSite(server: SiteServer): Promise<TestSite> {
  const site = await server.newSite(profile);
  const { store, seal } = server.assistant;
  await site.save({ ...profile, about: 'A shop for food.' });
  const conversation = `c_${randomBytes(16).toString('base64url')}`;
  await askAt(server, site, {
    question: 'Do you deliver?',
    conversation,
    request_id: 'first-request',
  });
  await askAt(server, site, { question: 'What is the capital of Peru?', conversation });
  const { questions } = (await site.asOwner('GET', '/questions?unanswered=true')).json;
  await site.asOwner('POST', `/questions/${questions[0].id}/answer`, { answer: 'We do not know.' });
  await askAt(server, site, { question: 'Where does the moon go?', conversation });
  await ask(server, 'POST', `${site.public}/leads`, {
    body: { contact: '0700 000 001', name: 'Juma', message: 'Call me', conversation },
  });
  await site.asOwner('POST', `/conversations/${conversation}/messages`, {
    text: 'Hello, I am Asha.',
  });
  await site.asOwner('POST', '/saved-answers', { text: 'We are closed on Sundays.' });
  const settings = seal.close(JSON.stringify({ token: telegramToken }));
  const owner = (await findSite(store, site.id))?.owner_id ?? '';
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO channels (site_id, channel, settings, created_at)
      VALUES (${site.id}, 'telegram', ${settings}, 5)`);
    await tx.run(sql`INSERT INTO site_usage (site_id, period, questions, voice)
      VALUES (${site.id}, '2026-11', 7, 3) ON CONFLICT DO NOTHING`);
    for (const kind of ['arrival', 'send'] as const)
      await insertMovedItem(tx, owner, {
        id: `${kind}_${site.id}`,
        kind,
        receiver: `${site.id} ${conversation}`,
        place: '1',
        created_at: 5,
        about: `${site.id} ${conversation} `,
        payload: '{"channel":"telegram"}',
        dedupe_key: kind === 'send' ? null : `${site.id} telegram x`,
        tries: 0,
        unknown: 0,
        fault: null,
        due_at: 8_000_000_000_000,
      });
  });
  return site;
}

/** An ask whose stream is read to its end; with the status, where it was refused. */
async function askAt(
  server: { readonly url: string },
  site: Pick<TestSite, 'public'>,
  body: object,
): Promise<{ readonly status: number; readonly text: string; readonly retryAfter: string | null }> {
  const response = await fetch(`${server.url}${site.public}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
}
