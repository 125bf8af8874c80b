import { isId, type JsonObject, type Validation } from '@baraza/contract';
import { type Caller, isKnown } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { type ResourceRow, statesOf } from '../../store/platform/resources.ts';
import type { Writer } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Work } from '../platform.ts';
import { schemaFault } from '../schemas/config-schema.ts';
import { createCompileAllowance } from '../schemas/json-schema.ts';

/** Validates a dev resource: each check reports what it found; a failed check is a result, not an error. */
export async function validateResource(
  { tx, caller }: Work,
  row: ResourceRow,
  atMs: number,
): Promise<Validation> {
  const config = parsedConfig(row.config);
  const values = [...walk(config, 'config')];
  const allowance = createCompileAllowance();
  const checks = [
    configCheck(config),
    await referenceCheck(tx, caller, values),
    faultCheck(
      'schemas',
      values.filter(isSchema),
      (schema) => schemaFault(row.owner_id, schema, allowance),
      'schema',
      'compiles',
    ),
    faultCheck('urls', values.filter(isUrl), urlFault, 'URL', 'parses'),
    faultCheck('secrets', values, secretFault, undefined, undefined),
  ];
  return { ok: checks.every(({ ok }) => ok), at: isoTime(atMs), checks };
}

type CheckResult = Validation['checks'][number];

interface ConfigValue {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

const referencesMax = 500;

function* walk(value: unknown, path: string, name = ''): Generator<ConfigValue> {
  yield { path, name, value };
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* walk(item, `${path}[${index}]`, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* walk(item, `${path}.${key}`, key);
}

function configCheck(config: JsonObject): CheckResult {
  const wrong = ['description', 'region'].find(
    (field) => config[field] !== undefined && typeof config[field] !== 'string',
  );
  return wrong === undefined
    ? { name: 'config', ok: true, message: 'The config is well-formed.' }
    : { name: 'config', ok: false, message: `config.${wrong} must be text.` };
}

async function referenceCheck(
  tx: Writer,
  caller: Caller,
  values: readonly ConfigValue[],
): Promise<CheckResult> {
  const name = 'references';
  const places = values.flatMap(({ path, name: key, value }) =>
    [value, key].filter(isReference).map((id) => ({ path, id })),
  );
  if (places.length > referencesMax)
    return { name, ok: false, message: `At most ${referencesMax} references can be checked.` };
  const ids = [...new Set(places.map(({ id }) => id))].filter(
    (id) => isId('resource', id) && isKnown(caller, id),
  );
  const found = new Map(
    (await statesOf(tx, caller.ownerId, ids)).map(({ id, state }) => [id, state]),
  );
  for (const { path, id } of places) {
    const state = found.get(id);
    if (state !== undefined && state !== 'archived') continue;
    const fault = state === undefined ? 'does not exist' : 'is archived';
    return { name, ok: false, message: `${path} refers to ${id}, which ${fault}.` };
  }
  return {
    name,
    ok: true,
    message: places.length === 0 ? 'There are no references.' : 'Every reference exists.',
  };
}

// A word and not a sentence; as a value or as the name of one.
function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^res_\w{0,60}$/.test(value);
}

function faultCheck(
  name: string,
  places: readonly ConfigValue[],
  faultOf: (value: unknown, name: string) => string | undefined,
  noun: string | undefined,
  verb: string | undefined,
): CheckResult {
  for (const place of places) {
    const fault = faultOf(place.value, place.name);
    if (fault !== undefined) return { name, ok: false, message: `${place.path}: ${fault}.` };
  }
  if (noun === undefined) return { name, ok: true, message: 'Nothing looks like a secret.' };
  return {
    name,
    ok: true,
    message: places.length === 0 ? `There is no ${noun}.` : `Every ${noun} ${verb}.`,
  };
}

function isSchema({ name, value, path }: ConfigValue): boolean {
  return name === 'schema' && !path.endsWith(']') && value !== null && typeof value !== 'string';
}

function isUrl({ name, value }: ConfigValue): boolean {
  return (
    typeof value === 'string' &&
    (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^(?:url|uri|href|.*(?:Url|_url|-url))$/.test(name))
  );
}

function urlFault(value: unknown): string | undefined {
  return URL.canParse(value as string) ? undefined : 'this URL does not parse';
}

// Linear on any text: a form starts only where a word does, or its repetitions are counted.
const secretForms: readonly RegExp[] = [
  /(?<![0-9A-Za-z])(?:rpk|osk)_[0-9A-Za-z]{8}_[0-9A-Za-z]{20}/,
  /(?<![0-9A-Za-z])(?:sk|rk)[-_](?:live|test|proj|ant)?[-_]?[0-9A-Za-z_-]{20}/,
  /(?<![0-9A-Za-z])(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|whsec|hf)[-_][0-9A-Za-z_-]{16}/,
  /(?<![0-9A-Za-z])(?:AKIA|ASIA)[0-9A-Z]{16}/,
  /AIza[0-9A-Za-z_-]{35}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /(?<![0-9A-Za-z_-])eyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10}/,
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s:@]+@/i,
];
const secretNames = /(?:password|passwd|passphrase|secret|token|(?:api|private|access)[-_]?key)$/i;

function secretFault(value: unknown, name: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return secretForms.some((form) => form.test(value)) || secretNames.test(name)
    ? 'this looks like a secret, which does not belong in a config'
    : undefined;
}
