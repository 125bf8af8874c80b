/** What a change of a config is told besides refusals: names that are gone, and names that are probably misspelt. */
import type { ConfigWarning, JsonObject, Service } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';

const nested = ['rules', 'fields', 'references', 'limits'];

/** The names of the first level, and of the second in `nested`, that only the earlier config has. */
export function removedNames(before: JsonObject, after: JsonObject): readonly string[] {
  const names = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const inner = nested.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    const kept = isObject(now) ? now : {};
    const gone = Object.keys(isObject(old) ? old : {}).filter((key) => !Object.hasOwn(kept, key));
    return gone.map((key) => `${name}.${key}`);
  });
  return [...names, ...inner].sort();
}

/** The keys that a config can have at a place, and those below them; `*` is any name. */
interface Names {
  readonly [name: string]: Names;
}

const named = (text: string): Names =>
  Object.fromEntries(text.split(' ').map((name) => [name, {}]));

const open: Names = {
  ...named('description region rules fields users origins'),
  limits: named('perMinute'),
};
const records: Names = {
  ...open,
  ...named('schema indexes unique'),
  search: named('fields meaning'),
  references: { '*': named('to onDelete') },
};
const texts = named('subject text');

/** The keys that have an effect in each service; in the others every key is the owner's. */
const keysOf: { readonly [service in Service]?: Names } = {
  data: {
    ...records,
    ...named('keep defaults'),
    number: named('field format timeZone'),
    files: { '*': named('bucket maxBytes types') },
  },
  storage: open,
  connect: records,
};

/** The kinds that the platform knows, and the keys that only they have. */
const kindsOf: { readonly [service in Service]: { readonly [kind: string]: Names } } = {
  data: {
    Collection: {},
    Users: {
      ...named('signUp'),
      mail: { code: texts, reset: texts },
      oidc: named('name issuer clientId clientSecret scopes'),
    },
  },
  storage: { Bucket: {} },
  ai: { Assistant: {} },
  dev: { Project: {} },
  connect: {
    Form: named('public redirect keepDays'),
    Inbox: {},
    Webhook: named('url events include resource'),
  },
  work: { Task: {}, Schedule: {} },
};

/** Keys and a kind that have no effect and differ little from one that has; another key is a setting of its owner. */
export function configWarnings({
  service,
  kind,
  config,
}: Pick<ResourceRow, 'service' | 'kind' | 'config'>): readonly ConfigWarning[] {
  const kinds = Object.entries(kindsOf[service]);
  const [knownKind = kind, own = {}] =
    kinds.find(([name]) => name.toLowerCase() === kind.toLowerCase()) ?? [];
  const keys = keysOf[service];
  return [
    ...(knownKind === kind ? [] : [kindWarning(kind, knownKind)]),
    ...(keys === undefined ? [] : misspelt(JSON.parse(config), { ...keys, ...own }, '')),
  ];
}

function kindWarning(kind: string, didYouMean: string): ConfigWarning {
  return {
    path: '/kind',
    message: `The kind is ${kind}; the usual spelling is ${didYouMean}.`,
    didYouMean,
  };
}

// A config with more keys is data of an application.
const keysMax = 500;

function misspelt(value: unknown, names: Names, path: string): readonly ConfigWarning[] {
  if (Array.isArray(value))
    return value.flatMap((item, at) => misspelt(item, names, `${path}/${at}`));
  if (!isObject(value)) return [];
  const own = Object.keys(value).filter((key) => !key.startsWith('x-'));
  return own.slice(0, keysMax).flatMap((key) => {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const below = Object.hasOwn(names, key) ? names[key] : names['*'];
    if (below !== undefined) return misspelt(value[key], below, place);
    const didYouMean = nearest(key, Object.keys(names));
    if (didYouMean === undefined) return [];
    const message = `config has ${place.slice(1)}, which has no effect. Did you mean ${didYouMean}?`;
    return [{ path: place, message, didYouMean }];
  });
}

const lettersOff = 2;

/** The known name from which a key differs by case, signs, a plural or at most two letters. */
function nearest(key: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(key);
  const found = names
    .map((name) => ({ name, off: distance(letters, lettersOf(name)) }))
    // Two letters of four would be half of another word.
    .filter(({ name, off }) => off <= lettersOff && off * 2 < name.length)
    .sort((one, other) => one.off - other.off);
  return found[0]?.name;
}

function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are wrong, missing or too many; two that changed places count as one, and so does a plural. */
function distance(one: string, other: string): number {
  if (singular(one) === singular(other)) return one === other ? 0 : 1;
  if (Math.abs(one.length - other.length) > lettersOff) return lettersOff + 1;
  let [before, last]: [number[], number[]] = [[], Array.from(other, (_, at) => at)];
  last.push(other.length);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

function singular(letters: string): string {
  return letters.replace(/e?s?$/, '');
}
