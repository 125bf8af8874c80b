/** Plays the corpus against a server and notes what comes of each case. */
import { randomUUID } from 'node:crypto';
import { demand, type House, type Json, type Reply, sendPatiently } from '../house.ts';
import { createNames, hashOf, type Names, stable } from '../stable.ts';
import type { Step, World } from './case.ts';
import { users } from './rules.ts';

/** `WORLD/CASE` with a text for each of its requests: status, code or ids, and a hash of the whole reply. */
export interface Outcome {
  readonly case: string;
  readonly saw: readonly string[];
}

const ownersAtOnce = 4;
const idsShown = 40;

interface Owner {
  readonly keys: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
}

export async function playCorpus(
  house: House,
  worlds: readonly World[],
  {
    // An owner's schemas have a budget of processor time, so several owners share the work.
    ownerCount = 12,
    onReply = () => {},
  }: {
    readonly ownerCount?: number;
    /** Called with each request and its reply, to look at a case. */
    readonly onReply?: (step: Step, reply: Reply) => void;
  } = {},
): Promise<Outcome[]> {
  const outcomes = new Map<World, Outcome[]>();
  const shares = Array.from({ length: Math.min(ownerCount, worlds.length) }, (_, at) => at);
  const next = async (): Promise<void> => {
    const share = shares.shift();
    if (share === undefined) return;
    const owner = await newOwner(house, share);
    for (let at = share; at < worlds.length; at += ownerCount)
      outcomes.set(
        worlds[at] as World,
        await playWorld(house, owner, worlds[at] as World, at, onReply),
      );
    return next();
  };
  await Promise.all(Array.from({ length: ownersAtOnce }, next));
  return worlds.flatMap((world) => outcomes.get(world) ?? []);
}

async function newOwner(house: House, number: number): Promise<Owner> {
  const owner = await house.command(
    'owners',
    'create',
    '--name',
    `owner ${number} ${randomUUID()}`,
  );
  const given = ['--owner', owner.id, '--name', 'all', '--scopes', '*'];
  const { key } = await house.command('keys', 'create', ...given);
  const body = { service: 'data', kind: 'Users', name: 'users', config: { signUp: true } };
  const resource = await demand(house.platform, 'POST', '/api/platform/resources', { key, body });
  const keys = new Map([['owner', key]]);
  const ids = new Map([['users', resource.id]]);
  for (const [name, fields] of Object.entries(users)) {
    const account = { email: `${name}@example.com`, password: `${name} is here`, ...fields };
    const path = `/api/platform/users/${resource.id}/sign-up`;
    const { token, user } = await demand(house.platform, 'POST', path, { key, body: account });
    keys.set(name, token);
    ids.set(name, user.id);
  }
  return { keys, ids };
}

async function playWorld(
  house: House,
  owner: Owner,
  world: World,
  number: number,
  onReply: (step: Step, reply: Reply) => void,
): Promise<Outcome[]> {
  const ids = new Map(owner.ids);
  const nameOf = createNames(new Map([...owner.ids].map(([name, id]) => [id, name])));
  // Each world calls from a network of its own, so that none uses up the rates of another.
  const network = `10.${number >> 8}.${number & 255}.1`;
  const play = async (step: Step): Promise<string> => {
    const replies = [];
    for (let cursor: string | undefined; ; ) {
      const filled = fill(step, ids);
      const path = cursor === undefined ? filled.path : `${filled.path}&cursor=${cursor}`;
      const reply = await ask(house, { ...filled, path }, owner, network);
      onReply({ ...filled, path }, reply);
      replies.push(reply);
      if (step.saves !== undefined) ids.set(step.saves, idIn(reply.json) ?? 'none');
      cursor = reply.json?.nextCursor ?? undefined;
      if (step.pages === undefined || cursor === undefined) break;
    }
    for (const [name, id] of ids) if (!owner.ids.has(name)) nameOf.know(id, name);
    return describe(replies, nameOf);
  };
  const outcomes: Outcome[] = [];
  for (const { name, steps } of [{ name: 'setup', steps: world.setup }, ...world.cases]) {
    const saw: string[] = [];
    for (const step of steps) saw.push(await play(step));
    // A setup of many records is one line, which says only whether all of it is the same.
    const isLong = saw.length > 8;
    outcomes.push({
      case: `${world.name}/${name}`,
      saw: isLong ? [`${saw.length} #${hashOf(saw)}`] : saw,
    });
  }
  return outcomes.filter(({ saw }) => saw.length > 0);
}

const idIn = (json: Json): string | undefined => json?.id ?? json?.user?.id;

function ask(house: House, step: Step, { keys }: Owner, network: string): Promise<Reply> {
  const key = keys.get(step.as ?? 'owner');
  return sendPatiently(house.platform, step.method, step.path, {
    ...(key !== undefined && { key }),
    body: step.body,
    headers: { 'x-forwarded-for': network, ...step.headers },
  });
}

function fill(step: Step, ids: ReadonlyMap<string, string>): Step {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => ids.get(name) ?? all);
  const { body } = step;
  return {
    ...step,
    path: filled(step.path),
    ...(body !== undefined && {
      body: typeof body === 'string' ? filled(body) : JSON.parse(filled(JSON.stringify(body))),
    }),
  };
}

function describe(replies: readonly Reply[], nameOf: Names): string {
  const bodies = replies.map(({ json, text, headers }) => [
    stable(json ?? text, nameOf),
    ...['etag', 'location', 'retry-after', 'idempotent-replayed'].map((name) =>
      stable(headers.get(name), nameOf),
    ),
  ]);
  const status = replies.map(({ status }) => status).filter((one, at, all) => one !== all[at - 1]);
  const said = String(stable(shortly(replies), nameOf));
  return `${status.join()} ${said}${said && ' '}#${hashOf(bodies)}`;
}

/** The code of a refusal, or the ids of all pages in their order and the total of each. */
function shortly(replies: readonly Reply[]): string {
  const [{ json, text } = { json: undefined, text: '' }] = replies;
  if (json?.code !== undefined) return json.code;
  if (Array.isArray(json?.records)) {
    const ids = replies.flatMap((reply) =>
      reply.json?.records?.map((entry: Json) => entry.recordId),
    );
    return `${listOf(ids)} of ${replies.map((reply) => reply.json?.total ?? '?').join()}`;
  }
  if (json === undefined && text.startsWith('{'))
    return listOf(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).recordId),
    );
  if (Array.isArray(json?.groups)) return `${json.groups.length} groups`;
  if (Array.isArray(json?.results)) return json.results.map((one: Json) => one.status).join('+');
  return json?.state ?? '';
}

function listOf(ids: readonly string[]): string {
  const more = ids.length > idsShown ? ` … ${ids.length}` : '';
  return `[${ids.slice(0, idsShown).join(' ')}${more}]`;
}
