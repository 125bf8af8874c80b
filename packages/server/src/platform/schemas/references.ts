/** Finds what `$ref` and `$dynamicRef` of a schema mean. A schema refers only to itself: nothing is fetched. */
import {
  isSchema,
  isSchemaObject,
  listKeywords,
  namedKeywords,
  type Schema,
  type SchemaObject,
  schemaKeywords,
} from './vocabulary.ts';

/** A schema that references are relative to: the root, and each one with an `$id`. */
export interface Resource {
  readonly schema: Schema;
  readonly address: string;
  readonly anchors: Map<string, SchemaObject>;
  readonly dynamicAnchors: Map<string, SchemaObject>;
}

export interface Located {
  readonly schema: Schema;
  readonly resource: Resource;
}

// Without an `$id` a schema has no address; relative references need one.
const ownAddress = 'schema:/';

export function readReferences(root: Schema) {
  const resources = new Map<string, Resource>();
  const owned = new Map<unknown, Resource>();

  const open = (schema: Schema, address: string): Resource => {
    if (resources.has(address)) throw ambiguous(address);
    const made = { schema, address, anchors: new Map(), dynamicAnchors: new Map() };
    resources.set(address, made);
    if (typeof schema !== 'boolean') owned.set(schema, made);
    return made;
  };

  const read = (schema: unknown, outer: Resource): void => {
    if (!isSchemaObject(schema)) return;
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

  /** The resource that a schema is in, if the schema around it is in `outer`. */
  const resourceOf = (schema: unknown, outer: Resource): Resource => owned.get(schema) ?? outer;

  const findFragment = (fragment: string, resource: Resource): Located | undefined => {
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
      inside = resourceOf(found, inside);
    }
    return isSchema(found) ? { schema: found, resource: inside } : undefined;
  };

  /** Throws if there is no such schema. */
  const find = (reference: string, from: Resource): Located => {
    const address = resolve(reference, from);
    const resource = resources.get(withoutFragment(address));
    const found = resource && findFragment(decoded(address.split('#')[1] ?? ''), resource);
    if (found !== undefined) return found;
    const id = from.address === ownAddress ? '#' : from.address;
    throw new Error(`can't resolve reference ${reference} from id ${id}`);
  };

  /** All that a dynamic anchor may mean: the one of this name in every resource. */
  const anchoredAs = new Map<string, readonly Located[]>();
  const anchored = (name: string): readonly Located[] => {
    const known = anchoredAs.get(name);
    if (known !== undefined) return known;
    const made = [...resources.values()].flatMap((resource) => {
      const schema = resource.dynamicAnchors.get(name);
      return schema === undefined ? [] : [{ schema, resource }];
    });
    anchoredAs.set(name, made);
    return made;
  };

  /**
   * What a `$dynamicRef` means by itself, and in other resources; nothing there if it is like a `$ref`. An anchor that
   * its own resource does not have is not refused: stored schemas may name one.
   */
  const findDynamic = (reference: string, from: Resource) => {
    const name = decoded(reference.split('#')[1] ?? '');
    const isAnchor = reference.startsWith('#') && !name.startsWith('/');
    if (isAnchor && !from.anchors.has(name))
      return { found: find('#', from), anchored: anchored(name) };
    const found = find(reference, from);
    const isDynamic = found.resource.dynamicAnchors.get(name) === found.schema;
    return { found, anchored: isDynamic ? anchored(name) : [] };
  };

  const id = typeof root === 'boolean' ? undefined : root.$id;
  const own = { address: ownAddress };
  const address = typeof id === 'string' ? withoutFragment(resolve(id, own)) : ownAddress;
  const resource = open(root, address);
  read(root, resource);
  return { root: { schema: root, resource }, resourceOf, find, findDynamic };
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

function* innerSchemas(schema: SchemaObject): Iterable<unknown> {
  for (const keyword of schemaKeywords) yield schema[keyword];
  for (const keyword of listKeywords) {
    const list = schema[keyword];
    if (Array.isArray(list)) yield* list;
  }
  for (const keyword of [...namedKeywords, 'dependencies']) {
    const named = schema[keyword];
    if (isSchemaObject(named)) yield* Object.values(named);
  }
}
