/** A site with a row in every table that moves. */
import { randomBytes } from 'node:crypto';
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
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO channels (site_id, channel, settings, created_at)
      VALUES (${site.id}, 'telegram', ${settings}, 5)`);
    await tx.run(sql`INSERT INTO site_usage (site_id, period, questions, voice)
      VALUES (${site.id}, '2026-11', 7, 3) ON CONFLICT DO NOTHING`);
    await tx.run(sql`INSERT INTO arrivals (id, site_id, channel, outside_id, conversation, place, event, payload,
        state, tries, due_at, created_at)
      VALUES (${`in_${site.id}`}, ${site.id}, 'telegram', 'x', ${conversation}, '1', 'text', '{}', 'pending',
        0, 8000000000000, 5)`);
    await tx.run(sql`INSERT INTO channel_sends (id, site_id, channel, conversation, message_id, event, payload,
        state, tries, due_at, created_at)
      VALUES (${`m_${site.id}`}, ${site.id}, 'telegram', ${conversation}, 'm', 'message', '{}', 'pending', 0,
        8000000000000, 5)`);
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
