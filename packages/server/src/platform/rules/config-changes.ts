/** What a change of a config is told besides refusals: names that are gone, and names that are probably misspelt. */
import type { ConfigWarning, JsonObject, Service } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { nearestWord } from '../../kernel/language/near-word.ts';
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
  ...named('description region rules users origins'),
  fields: named('hidden readonly'),
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
      fields: named('hidden readonly writable'),
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
    const didYouMean = nearestWord(key, Object.keys(names));
    if (didYouMean === undefined) return [];
    const message = `config has ${place.slice(1)}, which has no effect. Did you mean ${didYouMean}?`;
    return [{ path: place, message, didYouMean }];
  });
}
