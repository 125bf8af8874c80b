/** Finds what `$ref` and `$dynamicRef` of a schema mean. A schema refers only to itself: nothing is fetched. */

export type SchemaObject = { readonly [keyword: string]: unknown };
export type Schema = boolean | SchemaObject;

/** A schema that references are relative to: the root, and each one with an `$id`. */
export interface Resource {
  readonly schema: Schema;
  readonly address: string;
  readonly anchors: Map<string, SchemaObject>;
  readonly dynamicAnchors: Map<string, SchemaObject>;
}

export interface LocatedSchema {
  readonly schema: Schema;
  readonly resource: Resource;
}

interface References {
  readonly root: LocatedSchema;
  /** The resource that a schema is in, if the schema around it is in `outer`. */
  readonly resourceOf: (schema: Schema, outer: Resource) => Resource;
  /** Throws if there is no such schema. */
  readonly find: (reference: string, from: Resource) => LocatedSchema;
  /**
   * What a `$dynamicRef` means by itself, and the name of its dynamic anchor; undefined if it is like a `$ref`. An
   * anchor that its own resource does not have is not refused: stored schemas may name one.
   */
  readonly findDynamic: (
    reference: string,
    from: Resource,
  ) => { readonly found: LocatedSchema; readonly name: string | undefined };
  /** All that a dynamic anchor may mean: the one of this name in every resource. */
  readonly namedDynamically: (name: string) => readonly LocatedSchema[];
}

// Without an `$id` a schema has no address; relative references need one.
const ownAddress = 'schema:/';

export function readReferences(root: Schema): References {
  const resources = new Map<string, Resource>();
  const owned = new Map<Schema, Resource>();

  const open = (schema: Schema, address: string): Resource => {
    if (resources.has(address)) throw ambiguous(address);
    const made = { schema, address, anchors: new Map(), dynamicAnchors: new Map() };
    resources.set(address, made);
    if (typeof schema !== 'boolean') owned.set(schema, made);
    return made;
  };

  const read = (schema: unknown, outer: Resource): void => {
    if (!isSchema(schema) || typeof schema === 'boolean') return;
    const { $id } = schema;
    const isInner = schema !== outer.schema && typeof $id === 'string';
    const resource = isInner ? open(schema, withoutFragment(resolve($id, outer))) : outer;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name: unknown = schema[keyword];
      if (typeof name !== 'string') continue;
      if ((resource.anchors.get(name) ?? schema) !== schema) throw ambiguous(name);
      resource.anchors.set(name, schema);
      if (keyword === '$dynamicAnchor') resource.dynamicAnchors.set(name, schema);
    }
    for (const inner of innerSchemas(schema)) read(inner, resource);
  };

  const resourceOf: References['resourceOf'] = (schema, outer) => owned.get(schema) ?? outer;

  const find: References['find'] = (reference, from) => {
    const address = resolve(reference, from);
    const resource = resources.get(withoutFragment(address));
    const fragment = decoded(address.split('#')[1] ?? '');
    const found = resource && findFragment(fragment, resource, resourceOf);
    if (found !== undefined) return found;
    const id = from.address === ownAddress ? '#' : from.address;
    throw new Error(`can't resolve reference ${reference} from id ${id}`);
  };

  const findDynamic: References['findDynamic'] = (reference, from) => {
    const name = decoded(reference.split('#')[1] ?? '');
    const isAnchor = reference.startsWith('#') && !name.startsWith('/');
    if (isAnchor && !from.anchors.has(name)) return { found: find('#', from), name };
    const found = find(reference, from);
    const isDynamic = found.resource.dynamicAnchors.get(name) === found.schema;
    return { found, name: isDynamic ? name : undefined };
  };

  const namedDynamically: References['namedDynamically'] = (name) =>
    [...resources.values()].flatMap((resource) => {
      const schema = resource.dynamicAnchors.get(name);
      return schema === undefined ? [] : [{ schema, resource }];
    });

  const id = typeof root === 'boolean' ? undefined : root.$id;
  const own = { address: ownAddress };
  const resource = open(
    root,
    typeof id === 'string' ? withoutFragment(resolve(id, own)) : ownAddress,
  );
  read(root, resource);
  return { root: { schema: root, resource }, resourceOf, find, findDynamic, namedDynamically };
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Reading long addresses takes long, and nobody has them.
const addressCharactersMax = 2_000;

function resolve(reference: string, { address }: Pick<Resource, 'address'>): string {
  if (reference.startsWith('#')) return `${address}${reference}`;
  if (reference.length > addressCharactersMax)
    throw new Error('an address has more than 2000 characters');
  if (URL.canParse(reference, address)) return new URL(reference, address).href;
  throw new Error(`can't resolve reference ${reference}`);
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? '';
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function ambiguous(name: string): Error {
  return new Error(`reference "${name}" resolves to more than one schema`);
}

function findFragment(
  fragment: string,
  resource: Resource,
  resourceOf: References['resourceOf'],
): LocatedSchema | undefined {
  if (fragment !== '' && !fragment.startsWith('/')) {
    const schema = resource.anchors.get(fragment);
    return schema && { schema, resource };
  }
  let found: unknown = resource.schema;
  let inside = resource;
  for (const part of fragment.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as SchemaObject)[name];
    if (isSchema(found)) inside = resourceOf(found, inside);
  }
  return isSchema(found) ? { schema: found, resource: inside } : undefined;
}

function* innerSchemas(schema: SchemaObject): Iterable<unknown> {
  for (const keyword of keywordsOfSchema) yield schema[keyword];
  for (const keyword of keywordsOfLists) {
    const list = schema[keyword];
    if (Array.isArray(list)) yield* list;
  }
  for (const keyword of keywordsOfNames) {
    const named = schema[keyword];
    if (isObject(named)) yield* Object.values(named);
  }
}

const keywordsOfSchema = [
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['items', 'contains', 'unevaluatedItems'],
  ...['not', 'if', 'then', 'else', 'contentSchema'],
];
const keywordsOfLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const keywordsOfNames = [
  ...['$defs', 'definitions', 'properties', 'patternProperties'],
  ...['dependencies', 'dependentSchemas'],
];
