/** What a server finds in the pending data, and what it sends when it may: the test of whoever converts that data. */
import { mailText, openMailServer } from '../../../packages/server/test/fakes/mail-server.ts';
import { openMessaging } from '../../../packages/server/test/fakes/messaging.ts';
import { openReceiver } from '../../../packages/server/test/fakes/receiver.ts';
import type { Outcome } from '../corpus/play.ts';
import { type House, type Json, send, startHouse } from '../house.ts';
import { hashOf } from '../stable.ts';
import * as parts from './parts.ts';

/** Starts servers on the data folder: first one that sends nothing, then one that sends what waits. */
export async function findPending(
  folder: string,
  { database, checkout }: { readonly database?: string; readonly checkout?: string } = {},
): Promise<Outcome[]> {
  const receiver = await openReceiver(undefined, parts.receiverPort);
  const mail = await openMailServer();
  const messaging = await openMessaging();
  const options = {
    folder,
    now: parts.foundAt,
    ...(checkout !== undefined && { checkout }),
    environment: {
      BARAZA_ENCODER: '0',
      BARAZA_RECORDS_MAX: '100000',
      BARAZA_WEBHOOK_PRIVATE: '1',
      BARAZA_TELEGRAM_URL: messaging.url,
      BARAZA_SMTP_URL: mail.url,
      BARAZA_DELIVERIES: '0',
      ...(database !== undefined && { DATABASE_URL: database }),
    },
  };
  let house: House | undefined;
  try {
    house = await startHouse(options);
    const outcomes = [
      ...(await platformOf(house)),
      ...(await siteOf(house)),
      ...(await operatorOf(house)),
    ];
    await house.stop();
    house = await startHouse({
      ...options,
      environment: { ...options.environment, BARAZA_DELIVERIES: '1' },
    });
    const sentCount = () => receiver.received.length + mail.mails.length + messaging.sent.length;
    await untilQuiet(sentCount);
    // The link of the mail confirms the address; then the mails that were held are sent.
    const link = /\/confirm-email[^\s"<]*/.exec(
      mail.mails.map(({ data }) => mailText(data)).join(),
    )?.[0];
    if (link !== undefined) await confirm(house, link);
    await untilQuiet(sentCount);
    // Delivery is at least once: a repeat has the same id.
    const firsts = new Map(receiver.received.map((one) => [`${one.path} ${one.id}`, one]));
    const hooks = [...firsts.values()].map(({ path, id, json }) => ({
      case: `sent/${path} ${json.type} ${known(id)}`,
      saw: [hashOf(plain(json))],
    }));
    const mails = mail.mails.map(({ to, data }) => ({
      case: `sent/mail ${to.join()} ${subjectOf(data)}`,
      saw: ['sent'],
    }));
    const messages = messaging.sent.map(({ body }, at) => ({
      case: `sent/telegram ${at}`,
      saw: [`to ${body.chat_id}: ${body.text}`],
    }));
    return [...outcomes, ...numberedAlike([...hooks, ...mails, ...messages])];
  } finally {
    await house?.stop('SIGKILL').catch(() => {});
    await Promise.all([receiver.close(), mail.close(), messaging.close()]);
  }
}

async function platformOf(house: House): Promise<Outcome[]> {
  const get = (target: string, key = house.key) =>
    send(house.platform, 'GET', `/api/platform/${target}`, { key });
  const outcomes: Outcome[] = [];
  const note = (name: string, ...saw: unknown[]) =>
    outcomes.push({ case: `platform/${name}`, saw: saw.map(String) });
  const { resources, activity } = (await get('resources?activityLimit=1000')).json;
  note('activity', `${activity.length} entries`, hashOf(plain(activity)));
  const named = new Map<string, string>(resources.map(({ name, id }: Json) => [name, id]));
  for (const { name, id, ...rest } of resources)
    note(`resource ${name}`, id, rest.state, `version ${rest.version}`, hashOf(plain(rest)));
  for (const name of ['users', 'patients', 'visits', 'form', 'import']) {
    const { json } = await get(`resources/${named.get(name)}/records?count=true`);
    for (const entry of json.records)
      note(`record ${name}/${entry.recordId}`, hashOf(plain(entry)));
    note(`records of ${name}`, json.total);
  }
  for (const name of ['failing', 'kept', 'archived'])
    for (const { id, event, status, tries, responseStatus, nextTryAt, at } of (
      await get(`resources/${named.get(name)}/deliveries`)
    ).json.deliveries)
      note(
        `delivery ${name}/${id}`,
        event,
        status,
        `tries ${tries}`,
        responseStatus,
        at,
        plain(nextTryAt),
      );
  const visits = `resources/${named.get('visits')}/records`;
  const double = { key: house.key, body: { slot: '02:00', room: 1 } };
  note('unique', (await send(house.platform, 'POST', `/api/platform/${visits}`, double)).status);
  const again = { slot: '10:00', room: 1, state: 'open', note: 'Mara moja' };
  const once = { key: house.key, body: again, headers: { 'idempotency-key': 'once' } };
  const replay = await send(house.platform, 'POST', `/api/platform/${visits}`, once);
  note(
    'idempotent repeat',
    replay.status,
    replay.json?.recordId,
    replay.headers.get('idempotent-replayed'),
  );
  note('search', idsIn((await get(`${visits}?q=jino`)).json));
  note('index', idsIn((await get(`${visits}?where.state=open&sort=-slot`)).json));
  note('expand', hashOf(plain((await get(`${visits}?expand=patient`)).json)));
  for (const name of Object.keys(parts.accounts)) {
    const body = { email: `${name}@example.com`, password: parts.passwordOf(name) };
    const target = `/api/platform/users/${named.get('users')}/sign-in`;
    const { status, json } = await send(house.platform, 'POST', target, { body });
    note(
      `user ${name}`,
      status,
      json.user?.id,
      json.user?.role,
      idsIn((await get(visits, json.token)).json),
    );
  }
  const object = await get(`storage/${named.get('bucket')}?key=hours.txt`);
  note('object', object.status, object.text, object.headers.get('etag'));
  return outcomes;
}

async function siteOf(house: House): Promise<Outcome[]> {
  const get = (target: string) =>
    send(house.site, 'GET', `/v1/admin/sites${target}`, { key: house.credential });
  const outcomes: Outcome[] = [];
  const note = (name: string, ...saw: unknown[]) =>
    outcomes.push({ case: `site/${name}`, saw: saw.map(String) });
  const { sites } = (await get('')).json;
  for (const site of sites)
    note(`site ${site.id}`, site.status, site.plan, site.key, site.created_at);
  const here = `/${parts.site}`;
  const { json } = await get(here);
  note('profile', `version ${json.version}`, hashOf(json.profile));
  note('settings', json.site.notify_email, hashOf(json.site.webhook_secret ?? 'none'));
  note(
    'usage',
    JSON.stringify(json.usage.questions),
    JSON.stringify(json.usage.answered),
    json.usage.leads,
  );
  const { versions } = (await get(`${here}/profile/versions`)).json;
  note('versions', versions.length);
  for (const { version, saved_at, by } of versions) {
    const old = (await get(`${here}/profile/versions/${version}`)).json;
    note(`version ${version}`, saved_at, by, hashOf(old.profile));
  }
  const { questions } = (await get(`${here}/questions?limit=1000`)).json;
  for (const { id, ...rest } of questions)
    note(
      `question ${known(id)} ${rest.question}`,
      rest.status,
      rest.answered,
      rest.feedback,
      hashOf(plain(rest)),
    );
  for (const query of ['', '?status=suspect'])
    for (const { id, ...rest } of (await get(`${here}/leads${query}`)).json.leads)
      note(`lead ${id}`, rest.status, rest.contact, hashOf(plain(rest)));
  for (const { id, state, channel } of (await get(`${here}/conversations?limit=100`)).json
    .conversations) {
    const whole = (await get(`${here}/conversations/${id}`)).json;
    const texts = whole.messages?.map(({ from, text }: Json) => `${from}: ${text}`) ?? [];
    // The id of a conversation that began in a channel is as good as any.
    note(`conversation ${channel} ${id}`, state, whole.with, ...texts);
  }
  note('saved answers', hashOf(plain((await get(`${here}/saved-answers`)).json)));
  const { channels } = (await get(`${here}/channels`)).json;
  note(
    'channels',
    channels.map(({ channel }: Json) => channel),
  );
  for (const path of ['config', 'operator']) {
    const { status, headers, text } = await send(
      house.site,
      'GET',
      `/v1/sites/${parts.movedSite}/${path}`,
    );
    note(
      `a site that has moved: ${path}`,
      status,
      headers.get('location'),
      status === 200 ? text : '',
    );
  }
  return outcomes;
}

async function operatorOf(house: House): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const path of ['/v1/nodes', '/v1/revoked', '/v1/operator']) {
    // The id of a node follows from its address.
    const { keys, node_id, ...rest } = (await send(house.site, 'GET', path)).json;
    outcomes.push({ case: `operator/${path}`, saw: [hashOf(local(rest)), `keys ${keys?.length}`] });
  }
  for (const words of ['owners list', 'keys list', 'plans list', 'sites list'])
    outcomes.push({
      case: `operator/${words}`,
      saw: [hashOf(plain(await house.command(...words.split(' '))))],
    });
  return outcomes;
}

async function confirm(house: House, link: string): Promise<void> {
  const page = await send(house.site, 'GET', link);
  const action = /action="([^"]*)"/.exec(page.text)?.[1];
  const fields = [...page.text.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(
    fields.map(([, name = '', value = '']) => [name, value]),
  ).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await send(house.site, 'POST', action?.startsWith('/') ? action : link, { body, headers });
}

const quietMs = 5_000;
const quietMsMax = 90_000;

async function untilQuiet(count: () => number): Promise<void> {
  const startedMs = performance.now();
  let changedMs = startedMs;
  let before = count();
  while (performance.now() - changedMs < quietMs && performance.now() - startedMs < quietMsMax) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (count() !== before) changedMs = performance.now();
    before = count();
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether the id was made with the data; the ids of what is made now differ in each run. */
function known(id: string): string {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  const atMs = [...digits].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
  return digits.length === 10 && atMs >= Date.parse(parts.foundAt.replace(/T.*/, 'T00:00:00Z'))
    ? 'new'
    : id;
}

/** Without what is of the moment in which it is found. */
function plain(value: unknown): string {
  const day = parts.foundAt.slice(0, 10);
  return local(value)
    .replaceAll(new RegExp(`${day}T[\\d:.]+Z`, 'g'), 'NOW')
    .replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, known);
}

function local(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (address) =>
    address.endsWith(`:${parts.receiverPort}`) ? address : 'HERE',
  );
}

const idsIn = (json: Json) =>
  json.records?.map(({ recordId }: Json) => recordId).join() ?? json.code;

function subjectOf(data: string): string {
  return /^Subject: (.*)$/m.exec(data)?.[1] ?? '';
}

/** What is sent has no order that is promised; outcomes of one name are numbered. */
function numberedAlike(outcomes: readonly Outcome[]): Outcome[] {
  const groups = Map.groupBy(outcomes, ({ case: name }) => name);
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, group]) =>
    group
      .toSorted((one, other) => (one.saw.join() < other.saw.join() ? -1 : 1))
      .map(({ saw }, at) => ({ case: at === 0 ? name : `${name} (${at + 1})`, saw })),
  );
}
