/**
 * `BARAZA_TEST_POSTGRES=/usr/lib/postgresql/15/bin node e2e/recorder/pending/make.ts OUT`: a data folder, and a
 * PostgreSQL dump, of a server that was killed while everything that can wait was waiting.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import postgres from 'postgres';
import { readProfile } from '../../../evals/own/own.ts';
import { openMessaging } from '../../../packages/server/test/fakes/messaging.ts';
import { openReceiver } from '../../../packages/server/test/fakes/receiver.ts';
import { createSeparateDatabase } from '../../../packages/server/test/postgres/server.ts';
import { demand, type House, type Json, send, startHouse } from '../house.ts';
import * as parts from './parts.ts';

const [, , out = ''] = process.argv;
if (out === '') throw new Error('node e2e/recorder/pending/make.ts OUT');
mkdirSync(out, { recursive: true });
// An import is published by the removal of its row.
const stagedImports = 'SELECT count(*) AS count FROM imports';
// One receiver takes what comes, the others fail.
const receiver = await openReceiver(
  (response, { path: target }) => response.writeHead(target === '/kept' ? 204 : 503).end(),
  parts.receiverPort,
);
const messaging = await openMessaging();
messaging.statuses.push(...Array.from({ length: 1000 }, () => 503));
for (const database of parts.databases) await make(database, out);
await receiver.close();
await messaging.close();
process.exit();

async function make(database: parts.Database, target: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-pending-'));
  const data = path.join(folder, 'data');
  const url = database === 'postgres' ? await createSeparateDatabase() : undefined;
  const environment = {
    BARAZA_ENCODER: '0',
    BARAZA_RECORDS_MAX: '100000',
    BARAZA_WEBHOOK_PRIVATE: '1',
    BARAZA_TELEGRAM_URL: messaging.url,
    // No mail server is there.
    BARAZA_SMTP_URL: 'smtp://127.0.0.1:9?from=shop@example.com',
    ...(url !== undefined && { DATABASE_URL: url }),
  };
  let house = await startHouse({ folder: data, now: parts.madeAt, environment });
  const ids = await makePlatform(house);
  const telegram = await makeSite(house);
  await makeOperator(house);
  await moveAway(house, path.join(folder, 'node'));
  await untilTried(house, ids.failing ?? '');
  await house.stop();
  const idle = { ...environment, BARAZA_DELIVERIES: '0' };
  house = await startHouse({
    folder: data,
    now: parts.madeAt.replace('T09', 'T10'),
    environment: idle,
  });
  await makeWaiting(house, ids);
  await killInImport(house, ids.import ?? '', telegram, url ?? path.join(data, 'baraza.db'));
  if (url === undefined) fold(path.join(data, 'baraza.db'));
  else parts.dump(url, path.join(folder, 'dump.sql'));
  for (const name of ['run.json', 'control.sock', 'serve.lock', 'spare', 'console-link.json'])
    rmSync(path.join(data, name), { force: true });
  const file = parts.artefact(database, target);
  for (const name of ['data.clock', 'node.clock', 'node.grant'])
    rmSync(path.join(folder, name), { force: true });
  parts.pack(folder, file);
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} KB`);
  rmSync(folder, { recursive: true, force: true });
}

type Ids = { readonly [name: string]: string };

async function makePlatform(house: House): Promise<Ids> {
  const { platform, key } = house;
  const call = (method: string, target: string, body?: unknown, headers?: Record<string, string>) =>
    demand(platform, method, `/api/platform/${target}`, { key, body, ...(headers && { headers }) });
  const create = async (service: string, kind: string, name: string, config: object) =>
    (await call('POST', 'resources', { service, kind, name, config })).id as string;
  const users = await create('data', 'Users', 'users', {
    signUp: true,
    fields: { readonly: ['role'] },
  });
  for (const [name, fields] of Object.entries(parts.accounts)) {
    const account = { email: `${name}@example.com`, password: parts.passwordOf(name), ...fields };
    await call('POST', `users/${users}/sign-up`, account);
  }
  const patients = await create('data', 'Collection', 'patients', {});
  await call('PUT', `resources/${patients}/records/p1`, { name: 'Neema' });
  const visits = await create('data', 'Collection', 'visits', {
    schema: { type: 'object', required: ['slot'], properties: { slot: { type: 'string' } } },
    unique: [['slot', 'room']],
    indexes: ['slot', 'state'],
    search: ['note'],
    references: { patient: patients },
    rules: {
      list: 'record.owner = user.id || user.role = "staff"',
      view: '',
      create: 'body.owner = user.id',
    },
    users,
    fields: { hidden: ['secret'] },
  });
  const failing = await create('connect', 'Webhook', 'failing', {
    url: parts.hookUrl('failing'),
    include: 'record',
  });
  await create('connect', 'Webhook', 'kept', {
    url: parts.hookUrl('kept'),
    events: ['record-added'],
  });
  const archived = await create('connect', 'Webhook', 'archived', {
    url: parts.hookUrl('archived'),
  });
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const record = {
      slot: `0${at}:00`,
      room: 1,
      state: 'open',
      patient: 'p1',
      note: 'Jino linauma',
      secret: at,
    };
    await call('PUT', `resources/${visits}/records/v${at}`, record);
  }
  await call('PATCH', `resources/${visits}/records/v1`, { state: 'done' });
  await call('PATCH', `resources/${archived}`, { action: 'archive' });
  const form = await create('connect', 'Form', 'form', { public: true, keepDays: 30 });
  await demand(platform, 'POST', `/forms/${form}`, { body: { name: 'Juma' } });
  const bucket = await create('storage', 'Bucket', 'bucket', {});
  const upload = new FormData();
  upload.append('file', new Blob(['Tunafungua saa mbili.'], { type: 'text/plain' }), 'hours.txt');
  const headers = { authorization: `Bearer ${key}` };
  await fetch(`${platform}/api/platform/storage/${bucket}`, {
    method: 'POST',
    body: upload,
    headers,
  });
  await create('ai', 'Assistant', 'assistant', { knowledge: [bucket, visits] });
  const task = await create('work', 'Task', 'task', {});
  await call('PATCH', `resources/${task}`, { action: 'complete' });
  const project = await create('dev', 'Project', 'project', { uses: visits });
  await call('PATCH', `resources/${project}`, { action: 'validate' });
  const imported = await create('data', 'Collection', 'import', { indexes: ['n'] });
  for (const at of [1, 2, 3]) await call('PUT', `resources/${imported}/records/i${at}`, { n: at });
  return { failing, visits, import: imported };
}

async function makeSite(house: House): Promise<string> {
  const admin = (method: string, target: string, body?: unknown) =>
    demand(house.site, method, `/v1/admin/sites${target}`, { key: house.credential, body });
  const here = `/${parts.site}`;
  const visit = (target: string, body: object, visitor = 'visitorvisitorvisitor1') =>
    demand(house.site, 'POST', `/v1/sites${here}${target}`, {
      body,
      headers: { 'x-visitor': visitor },
    });
  const notify = { webhook: parts.hookUrl('site'), email: 'owner@example.com', digest: 'daily' };
  const profile = { ...readProfile('shop'), retention_days: 365, people_hours: 168, notify };
  await admin('POST', '', { id: parts.site, profile });
  for (let at = 1; at <= 110; at += 1)
    await admin('PATCH', `${here}/profile`, { about: `Toleo la ${at}.` });
  const [{ id: faq }] = (await admin('GET', here)).profile.faqs;
  await admin('DELETE', `${here}/profile/faqs/${faq}`);
  for (const [at, question] of ['Mnauza ndege?', 'Do you sell boats?', 'Mnauza mbwa?'].entries())
    await visit('/ask', { question, conversation: `c_${`question${at}`.padEnd(22, 'x')}` });
  const { questions } = await admin('GET', `${here}/questions`);
  await admin('POST', `${here}/questions/${questions[0].id}/answer`, {
    answer: 'Hapana.',
    language: 'sw',
  });
  await admin('POST', `${here}/questions/${questions[1].id}/dismiss`);
  await visit('/feedback', { id: questions[2].id, value: 'up' });
  await visit('/leads', { contact: '0700 000 001', name: 'Juma', message: 'Nipigie' });
  await visit('/leads', { contact: 'spam@example.com', message: 'Buy', website: 'spam' });
  const done = await visit('/leads', { contact: 'done@example.com', message: 'Write to me' });
  await admin('PATCH', `${here}/leads/${done.id}`, { status: 'done' });
  for (const conversation of Object.values(parts.conversations)) {
    await visit('/ask', { question: 'Naweza kuongea na mtu?', conversation });
    await visit(`/conversations/${conversation}/person`, {});
  }
  const { person, closed } = parts.conversations;
  await admin('POST', `${here}/conversations/${person}/messages`, {
    text: 'Habari, ni Asha.',
    name: 'Asha',
  });
  await visit('/ask', { question: 'Asante Asha', conversation: person });
  await admin('POST', `${here}/conversations/${closed}/close`);
  await admin('POST', `${here}/saved-answers`, { text: 'Karibu tena.' });
  await admin('PUT', `${here}/channels/telegram`, { token: parts.telegramToken });
  await admin('POST', '', { id: parts.movedSite, profile: { name: 'Imehama' } });
  await admin('POST', '', { id: 'imesimama', profile: { name: 'Imesimama' } });
  await admin('POST', '/imesimama/pause');
  const webhook = messaging.calls.findLast(({ path: target }) =>
    target.endsWith('/setWebhook'),
  )?.body;
  await arrive(house, webhook.secret_token, 1, 'Mnafungua saa ngapi?');
  return webhook.secret_token;
}

/** A message from Telegram: stored before the reply, answered after it. */
async function arrive(house: House, secret: string, id: number, text: string): Promise<void> {
  const chat = { id: 777, type: 'private', first_name: 'Neema' };
  const body = { update_id: id, message: { message_id: id, date: 1, chat, from: chat, text } };
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  await demand(house.site, 'POST', `/v1/channels/telegram/${parts.site}`, { body, headers });
}

async function makeOperator(house: House): Promise<void> {
  await house.command('plans', 'set', 'gold', '--questions', '20000');
  await house.command('sites', 'plan', 'imesimama', 'gold');
  await house.command('nodes', 'authorize', '--origin', 'https://node.example');
  const { jti } = await house.command('nodes', 'authorize', '--origin', 'https://old.example');
  await house.command('nodes', 'revoke', jti);
  await house.command('owners', 'create', '--name', 'second');
}

/** Moves a site to a node, with all its data; only its address stays. */
async function moveAway(house: House, folder: string): Promise<void> {
  const grantFile = `${folder}.grant`;
  writeFileSync(grantFile, '');
  const environment = {
    BARAZA_ROLE: 'node',
    BARAZA_OPERATOR_URL: house.site,
    BARAZA_GRANT_FILE: grantFile,
    BARAZA_ENCODER: '0',
  };
  const node = await startHouse({ folder, now: parts.madeAt, environment });
  const { grant } = await house.command('nodes', 'authorize', '--origin', node.site);
  writeFileSync(grantFile, grant);
  for (let tries = 1; ; tries += 1) {
    const moved = await house
      .command('sites', 'move', parts.movedSite, '--to', node.site)
      .catch(String);
    if (moved?.state === 'finished') break;
    if (tries === 20) throw new Error(`the site did not move: ${JSON.stringify(moved)}`);
    await wait(1_000);
  }
  await node.stop();
  rmSync(folder, { recursive: true });
}

/** What waits without ever having been tried: deliveries are off. */
async function makeWaiting({ platform, site, key }: House, { visits }: Ids): Promise<void> {
  const headers = { 'idempotency-key': 'once' };
  const body = { slot: '10:00', room: 1, state: 'open', note: 'Mara moja' };
  await demand(platform, 'POST', `/api/platform/resources/${visits}/records`, {
    key,
    body,
    headers,
  });
  const lead = { contact: '0700 000 002', name: 'Zuri', message: 'Nasubiri' };
  await demand(site, 'POST', `/v1/sites/${parts.site}/leads`, { body: lead });
  const question = 'Mnauza nyumba?';
  await send(site, 'POST', `/v1/sites/${parts.site}/ask`, { body: { question } });
}

async function untilTried({ platform, key }: House, webhook: string): Promise<void> {
  const path = `/api/platform/resources/${webhook}/deliveries`;
  const isTried = ({ deliveries }: Json) => deliveries.every(({ tries }: Json) => tries > 0);
  for (let tries = 0; !isTried(await demand(platform, 'GET', path, { key })); tries += 1) {
    if (tries === 100) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Kills the server while an import is half stored and a message has just arrived. */
async function killInImport(
  house: House,
  collection: string,
  secret: string,
  place: string,
): Promise<void> {
  const line = (n: number) => JSON.stringify({ n, text: `${n} `.padEnd(400, 'habari ') });
  const body = Array.from({ length: 30_000 }, (_, at) => line(at)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const path = `/api/platform/resources/${collection}/records`;
  const ended = send(house.platform, 'POST', path, { key: house.key, body, headers }).then(
    ({ status }) => `the import ended with ${status}`,
    () => 'killed',
  );
  const count = place.startsWith('postgres:') ? countInPostgres(place) : countInSqlite(place);
  while ((await count.staged()) === 0)
    if ((await Promise.race([ended, wait(2)])) !== undefined) throw new Error(await ended);
  await arrive(house, secret, 2, 'Mko wapi?');
  await house.stop('SIGKILL');
  await count.close();
  if ((await ended) !== 'killed') throw new Error(await ended);
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function countInSqlite(file: string) {
  const database = new BetterSqlite(file, { readonly: true });
  const statement = database.prepare<[], { count: number }>(stagedImports);
  return { staged: async () => statement.get()?.count ?? 0, close: async () => database.close() };
}

function countInPostgres(url: string) {
  const sql = postgres(url, { max: 1 });
  const staged = async () => Number((await sql.unsafe(stagedImports))[0]?.count);
  return { staged, close: () => sql.end() };
}

/** Takes the log into the database, so that the artefact has one file. */
function fold(file: string): void {
  const database = new BetterSqlite(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
