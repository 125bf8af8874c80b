/** Sites of known profiles through their life: what GET and the export say after each step. */
import { sites as ownSites, readProfile } from '../../evals/own/own.ts';
import { readAnswer } from './answers.ts';
import type { Outcome } from './corpus/play.ts';
import { type House, type Json, type Reply, send, sendPatiently } from './house.ts';
import { createNames, hashOf, stable } from './stable.ts';

/** Fields of every kind, with the texts that are easily damaged on the way. */
const odd = {
  name: 'Ñandú 😀',
  business: { sw: 'Duka', en: 'Shop <b>&amp;</b>' },
  colour: '#0A7',
  closed: [{ date: '2031-12-25', from: '13:00', note: { sw: 'Krismasi', en: 'Christmas' } }],
  hours: [{ days: ['sun', 'mon'], open: '22:00', close: '02:00', nextDay: true }],
  prices: [
    { item: { sw: 'Unga', en: 'Flour' }, price: 'from 500', currency: 'KES', unit: '2 kg' },
    { item: 'Maji', price: 'mia nne', note: 'baridi' },
    { id: 'free', item: 'Ushauri', price: 'bure' },
  ],
  faqs: [
    {
      question: 'Je?',
      answer: 'Ndiyo.\n\nKabisa.',
      language: 'sw',
      alternatives: ['Eti?', 'Eti?'],
    },
  ],
  facts: [
    { title: 'e\u0301', text: 'e\u0301 \u00e9', url: 'https://example.com/?a=b#c', language: 'en' },
  ],
  allowed_origins: ['https://Example.com:443/path', 'shop.example', 'https://*.example.org'],
  notify: { webhook: 'https://example.com/hook', digest: 'hourly' },
  timezone: 'Africa/Nairobi',
  retention_days: 30,
  strictness: 'high',
  custom_text: 'A text under a name of its own',
  lists: ['one', 'two'],
  unknown: { deep: [1] },
};

export async function recordSites(house: House): Promise<Outcome[]> {
  const demo = await send(house.site, 'GET', '/v1/admin/sites/demo', { key: house.credential });
  const profiles: { [name: string]: object } = {
    demo: demo.json.profile,
    odd,
    empty: {},
    ...Object.fromEntries(ownSites.map((name) => [name, readProfile(name)])),
  };
  const outcomes: Outcome[] = [];
  for (const [name, profile] of Object.entries(profiles))
    outcomes.push(...(await lifeOf(house, `life-${name}`, profile)));
  return outcomes;
}

async function lifeOf(house: House, site: string, profile: object): Promise<Outcome[]> {
  const nameOf = createNames();
  const outcomes: Outcome[] = [];
  const record = (name: string, reply: Reply) => {
    outcomes.push({ case: `${site}/${name}`, saw: partsOf(reply, nameOf) });
    return reply.json;
  };
  const admin = async (name: string, method: string, path: string, body?: unknown) =>
    record(
      name,
      await sendPatiently(house.site, method, `/v1/admin/sites${path}`, {
        key: house.credential,
        body,
      }),
    );
  const visit = async (name: string, method: string, path: string, body?: unknown) =>
    record(name, await sendPatiently(house.site, method, `/v1/sites/${site}${path}`, { body }));
  const look = async (when: string) => {
    await admin(`${when}: GET`, 'GET', `/${site}`);
    const all = '?questions=true&leads=true&conversations=true&versions=true';
    return admin(`${when}: export`, 'GET', `/${site}/export${all}`);
  };
  await admin('create', 'POST', '', { id: site });
  await admin('dry run', 'PUT', `/${site}/profile?dry_run=true`, profile);
  await admin('save', 'PUT', `/${site}/profile`, profile);
  await visit('config sw', 'GET', '/config?language=sw');
  await visit('config en', 'GET', '/config?language=en');
  await look('saved');
  await admin('save again', 'PUT', `/${site}/profile`, profile);
  await admin('patch', 'PATCH', `/${site}/profile`, {
    about: 'Better',
    greeting: null,
    address: { en: 'Here' },
  });
  await admin('add', 'POST', `/${site}/profile/faqs`, {
    id: 'new',
    question: 'New?',
    answer: 'Yes, new.',
  });
  await admin('add twice', 'POST', `/${site}/profile/faqs`, {
    id: 'new',
    question: 'New?',
    answer: 'No.',
  });
  await admin('add price', 'POST', `/${site}/profile/prices`, { id: 'p', item: 'Soda', price: 60 });
  await admin('replace', 'PUT', `/${site}/profile/faqs/new`, {
    question: 'New now?',
    answer: 'Yes.',
  });
  await admin('wrong price', 'POST', `/${site}/profile/prices`, { item: 'Soda', price: 'x' });
  await admin('wrong hours', 'PATCH', `/${site}/profile`, {
    hours: [{ days: ['xyz'], open: '1', close: '2' }],
  });
  await visit('ask', 'POST', '/ask', {
    question: 'Mnauza ndege za kivita?',
    conversation: 'c_recorderrecorderrecord',
  });
  const lead = {
    contact: '0700 000 000',
    name: 'Juma',
    message: 'Nipigie',
    page: 'https://example.com/a',
  };
  await visit('lead', 'POST', '/leads', lead);
  await visit('lead again', 'POST', '/leads', lead);
  await visit('suspect', 'POST', '/leads', { contact: 'a@example.com', website: 'spam' });
  const { questions } = await admin('questions', 'GET', `/${site}/questions?unanswered=true`);
  const answer = { answer: 'Hapana, hatuuzi ndege.', language: 'sw' };
  await admin('teach', 'POST', `/${site}/questions/${questions?.[0]?.id}/answer`, answer);
  await admin('remove', 'DELETE', `/${site}/profile/faqs/new`);
  await admin('versions', 'GET', `/${site}/profile/versions`);
  await admin('restore', 'POST', `/${site}/profile/versions/2/restore`);
  await admin('leads', 'GET', `/${site}/leads`);
  const whole = await look('after all');
  const copy = `${site}-copy`;
  await admin('create copy', 'POST', '', { id: copy });
  await admin('import', 'POST', `/${copy}/import`, whole);
  await admin('import again', 'POST', `/${copy}/import`, whole);
  await admin('copy: export', 'GET', `/${copy}/export?questions=true&leads=true&versions=true`);
  await admin('pause', 'POST', `/${site}/pause`);
  await visit('ask paused', 'POST', '/ask', { question: 'Mnafungua saa ngapi?' });
  return outcomes;
}

/** The status, and a hash of each field of the reply, so that a difference names the field. */
function partsOf({ status, json, text }: Reply, nameOf: (id: string) => string): string[] {
  if (text.startsWith('data: ')) {
    const { said, done } = readAnswer(text);
    return [String(status), said, `#${hashOf(stable(done, nameOf))}`];
  }
  if (json === undefined || Array.isArray(json))
    return [`${status} #${hashOf(stable(text, nameOf))}`];
  const parts = (value: Json, before: string): string[] =>
    Object.entries(value).flatMap(([name, item]: [string, Json]) =>
      name === 'profile' && before === ''
        ? parts(item, 'profile.')
        : [
            `${before}${name} ${typeof item === 'string' && item.length < 60 ? item : `#${hashOf(item)}`}`,
          ],
    );
  // Whether the vectors are ready yet is a matter of milliseconds.
  const { index, ...rest } = stable(json, nameOf) as Json;
  const passages = index === undefined ? [] : [`passages ${index.passages}`];
  return [String(status), ...passages, ...parts(rest, '')];
}
