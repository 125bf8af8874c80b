/** What a change of a config is told besides refusals: names that are gone, and names that are probably misspelt. */
import type { ConfigWarning, JsonObject, Service } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { nearestWord } from '../../kernel/language/near-word.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';

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

/** The keywords of JSON Schema 2020-12; in the values of examples, and among names of fields, every name is free. */
function schemaNames(): Names {
  const names: { [name: string]: Names } = named(
    '$schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment type enum const multipleOf maximum ' +
      'exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems ' +
      'maxContains minContains maxProperties minProperties required dependentRequired format contentEncoding ' +
      'contentMediaType title description default deprecated readOnly writeOnly example examples nullable',
  );
  const ofOne =
    'items prefixItems contains additionalProperties unevaluatedItems unevaluatedProperties propertyNames ' +
    'contentSchema not if then else allOf anyOf oneOf';
  for (const name of ofOne.split(' ')) names[name] = names;
  const ofMany = '$defs definitions properties patternProperties dependentSchemas';
  for (const name of ofMany.split(' ')) names[name] = { '*': names };
  return names;
}

const open: Names = {
  ...named('description region rules users origins'),
  fields: named('hidden readonly'),
  limits: named('perMinute'),
};
const schema = schemaNames();
const records: Names = {
  ...open,
  schema,
  ...named('indexes unique'),
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

// More unknown keys are data of an application; each is compared with every known one.
const unknownMax = 200;
const warningsMax = 20;

/** Keys and a kind that have no effect and differ little from one that has; another key is a setting of its owner. */
export function configWarnings({
  service,
  kind,
  config,
}: Pick<ResourceRow, 'service' | 'kind' | 'config'>): readonly ConfigWarning[] {
  const kinds = kindsOf[service];
  const usual = Object.keys(kinds).find((name) => name.toLowerCase() === kind.toLowerCase());
  const warnings: ConfigWarning[] = [];
  if (usual !== undefined && usual !== kind)
    warnings.push({
      path: '/kind',
      message: `The kind is ${kind}; the usual spelling is ${usual}.`,
      didYouMean: usual,
    });
  const keys = keysOf[service];
  if (keys !== undefined)
    warnings.push(...misspelt(parsedConfig(config), { ...keys, ...kinds[usual ?? kind] }));
  return warnings;
}

function misspelt(config: unknown, names: Names): readonly ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  let left = unknownMax;
  const visit = (value: unknown, known: Names, path: string): void => {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, known, `${path}/${at}`);
      return;
    }
    const words = Object.keys(known);
    if (!isObject(value) || words.length === 0) return;
    const below: (readonly [value: unknown, known: Names, path: string])[] = [];
    for (const key of Object.keys(value).filter((one) => !one.startsWith('x-'))) {
      const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const inner = Object.hasOwn(known, key) ? known[key] : known['*'];
      if (inner !== undefined) {
        below.push([value[key], inner, place]);
        continue;
      }
      if (left === 0 || warnings.length === warningsMax) return;
      left -= 1;
      const didYouMean = nearestWord(key, words);
      if (didYouMean === undefined) continue;
      const message = `config has ${place.slice(1)}, which has no effect. Did you mean ${didYouMean}?`;
      warnings.push({ path: place, message, didYouMean });
    }
    // The keys of one object before those inside it.
    for (const inside of below) visit(...inside);
  };
  visit(config, names, '');
  return warnings;
}
