/** Links, addresses, repeats and imports, tried by several clients at the same time. */
import assert from 'node:assert/strict';
import {
  type MailServer,
  mailText,
  openMailServer,
} from '../../../../packages/server/test/fakes/mail-server.ts';
import { ask, type Reply } from '../../../../packages/server/test/fixtures/server.ts';
import { eventually } from '../../../../packages/server/test/fixtures/server-process.ts';
import type { Installation } from '../../installation.ts';
import { scenario } from '../../scenario.ts';

interface Size {
  readonly rounds: number;
  readonly together: number;
}

interface Person {
  readonly id: string;
  readonly call: (method: string, path: string, body?: object) => Promise<Reply>;
}

// An owner's members send so many links to one address in a day, and one address gets so many links in 15 minutes.
const claimants = 3;
const linksEach = 4;

export const access = scenario<Size>({
  name: 'access',
  what: `
    sign-in links of one person and the confirmation of one address, each by several clients at once; questions repeated
    from other networks; and imports with values that no other call takes`,
  guarantee: `
    of the links of a person one opens a session, an address has one member and signs in only once it is confirmed, a
    secret stays in its network, and an import stores nothing that no other call does`,
  provenAgainst: `
    links that do not end when another one is used: 4 of 4 links opened a session`,
  engines: ['sqlite', 'postgres'],
  short: { rounds: 2, together: 8 },
  long: { rounds: 60, together: 24 },
  run: async ({ start, after, figures }, { rounds, together }) => {
    const mail = await openMailServer();
    after(mail.close);
    const environment = { BARAZA_SMTP_URL: mail.url, BARAZA_TRUST_PROXY: '1' };
    const server = await start({ environment });
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const visitor = createClient(server, round);
      const { credential } = await server.newOwner(`owner ${round}`);
      const boss = await visitor.enter({ credential });
      const address = `holder-${round}@example.com`;
      const holder = await confirmAtOnce(visitor, mail, boss, address, wrong);
      await useLinks(visitor, mail, { address, holder, together }, wrong);
      const site = `site-${round}`;
      await server.newSite(site, { business: 'Duka', about: 'We sell flour.' }, credential);
      await repeatElsewhere(server, site, together, wrong);
      await importWrong(server, site, credential, wrong);
    }
    figures.atLeast('rounds', rounds, rounds);
    figures.none('broken promises', wrong);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

type Client = ReturnType<typeof createClient>;

/** Calls of the console, each from a network of its own: failed sign-ins are limited for each network. */
function createClient(server: Installation, round: number) {
  let calls = 0;
  const send = (method: string, path: string, body?: object, cookie = '') => {
    calls += 1;
    const network = `41.${round % 250}.${calls >> 8}.${calls & 255}`;
    const page = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };
    const headers = { ...page, cookie, 'x-forwarded-for': network };
    return ask(server, method, path, { body, headers });
  };
  return {
    send,
    enter: async (proof: object): Promise<Person> => {
      const { status, json, headers } = await send('POST', '/console/session', proof);
      assert.equal(status, 200);
      const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const call: Person['call'] = (method, path, body) => send(method, path, body, cookie);
      return { id: json.member.id, call };
    },
  };
}

async function mailsTo(mail: MailServer, address: string, count: number): Promise<string[]> {
  const found = () => mail.mails.filter(({ to }) => to.includes(address));
  await eventually(() => found().length >= count);
  return found().map(({ data }) => mailText(data));
}

/** Several members enter one address and confirm it with every link; returns the one who has it. */
async function confirmAtOnce(
  client: Client,
  mail: MailServer,
  boss: Person,
  address: string,
  wrong: string[],
): Promise<string> {
  const members: Person[] = [];
  for (let at = 0; at < claimants; at += 1) {
    const { json } = await boss.call('POST', '/console/members', { name: 'Juma', role: 'editor' });
    members.push(await client.enter({ link: json.url.split('/#/enter/')[1] }));
  }
  const claims = members.map(({ id, call }) =>
    call('PATCH', `/console/members/${id}`, { email: address }),
  );
  for (const { status } of await Promise.all(claims)) assert.equal(status, 200);
  // Nobody has confirmed it, so nobody gets this link.
  await client.send('POST', '/console/sign-in/link', { email: address });
  const proofs = (await mailsTo(mail, address, claimants)).map(
    (text) => /#\/account\/([\w.-]+)/.exec(text)?.[1] ?? '',
  );
  await Promise.all(
    members.flatMap(({ call }) => proofs.map((link) => call('POST', '/console/email', { link }))),
  );
  const { json } = await boss.call('GET', '/console/members');
  const holders = json.members.filter(
    ({ confirmedEmail }: { confirmedEmail: string | null }) => confirmedEmail === address,
  );
  if (holders.length !== 1) wrong.push(`${address} has ${holders.length} holders`);
  return holders[0]?.id;
}

async function useLinks(
  client: Client,
  mail: MailServer,
  about: { readonly address: string; readonly holder: string; readonly together: number },
  wrong: string[],
): Promise<void> {
  const { address, holder, together } = about;
  // One request was made before.
  for (let at = 1; at < linksEach; at += 1)
    await client.send('POST', '/console/sign-in/link', { email: address });
  const mails = await mailsTo(mail, address, claimants + linksEach - 1);
  const links = mails.flatMap((text) => /#\/enter\/([\w.-]+)/.exec(text)?.[1] ?? []);
  if (links.length !== linksEach - 1) wrong.push(`${links.length} links for ${address}`);
  const used = await Promise.all(
    Array.from({ length: together }, (_, at) =>
      client.send('POST', '/console/session', { link: links[at % links.length] }),
    ),
  );
  const opened = used.filter(({ status }) => status === 200);
  if (opened.length !== 1) wrong.push(`${opened.length} sessions by the links of one person`);
  if (opened.some(({ json }) => json.member.id !== holder)) wrong.push('a session of another one');
}

async function repeatElsewhere(
  server: Installation,
  site: string,
  together: number,
  wrong: string[],
): Promise<void> {
  const body = {
    question: 'Do you sell flour?',
    conversation: `c_${'x'.repeat(22)}`,
    request_id: 'r',
  };
  const from = (network: string) =>
    server.visit('POST', `/v1/sites/${site}/ask`, {
      body,
      headers: { 'x-forwarded-for': network },
    });
  const secretIn = ({ text }: Reply) => /"conversation_secret":"(\w+)"/.exec(text)?.[1];
  const first = secretIn(await from('41.90.0.1'));
  assert.ok(first !== undefined);
  const others = await Promise.all(
    Array.from({ length: together }, (_, at) => from(`41.91.0.${at}`)),
  );
  for (const other of others)
    if (secretIn(other) !== undefined) wrong.push('a secret on another network');
  if (secretIn(await from('41.90.0.1')) !== first) wrong.push('no repeat in the same network');
}

async function importWrong(
  server: Installation,
  site: string,
  key: string,
  wrong: string[],
): Promise<void> {
  const path = `/v1/admin/sites/${site}`;
  const exported = () => server.visit('GET', `${path}/export?questions=true`, { key });
  const { json: document } = await exported();
  const id = (at: number) => `q_${String(at).padStart(26, '0')}`;
  const source = { id: 'f1', title: 't', quote: 'q', kind: 'fact', language: 'en' };
  const [asked] = document.questions;
  const bad = [
    { ...asked, id: id(1), sources: [{ ...source, url: 'javascript:alert(1)' }] },
    { ...asked, id: id(2), asked_at: '9999-12-31T23:59:59.999Z' },
    { ...asked, id: id(3), language: 'fr' },
    { ...asked, id: 'q_3' },
  ].map((question) => ({ ...document, questions: [question] }));
  const good = { ...document, questions: [{ ...asked, id: id(4), page: 'javascript:alert(1)' }] };
  const replies = await Promise.all(
    [...bad, good, document].map((body) => server.visit('POST', `${path}/import`, { key, body })),
  );
  const statuses = replies.map(({ status }) => status).join();
  if (statuses !== '400,400,400,400,200,200') wrong.push(`imports were answered ${statuses}`);
  const { json, text } = await exported();
  if (/javascript:|9999-/.test(text)) wrong.push('an import stored what no other call does');
  const again = await server.visit('POST', `${path}/import`, { key, body: json });
  if (again.status !== 200) wrong.push(`an export was refused: ${again.text.slice(0, 200)}`);
}
