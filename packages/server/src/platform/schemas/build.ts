/** Makes the nodes of a schema, those that it reaches. */
import { keywords } from './keywords.ts';
import { type Builder, type Node, noChecks, refuseAll, type ValueKind } from './node.ts';
import { patternCost } from './pattern-cost.ts';
import { compilePattern, type Pattern } from './patterns.ts';
import { type Located, type Resource, readReferences } from './references.ts';
import { type Schema, type SchemaObject, types } from './vocabulary.ts';

interface SchemaTree {
  readonly root: Node;
  readonly patterns: readonly Pattern[];
  /** The most steps that one value can take, without what is in it. */
  readonly stepsOfValue: number;
  readonly nodeCount: number;
}

/** Throws an error whose message says why the schema cannot be used. `spend` is told what its patterns will cost. */
export function buildTree(schema: Schema, spend: (cost: number) => void): SchemaTree {
  const references = readReferences(schema);
  const nodes = new Map<SchemaObject, Node>();
  const patterns = new Map<string, Pattern>();

  const nodeOf = ({ schema: one, resource }: Located): Node => {
    const known = typeof one === 'boolean' ? undefined : nodes.get(one);
    if (known !== undefined) return known;
    const node = emptyNode(resource, one);
    if (typeof one === 'boolean') return node;
    nodes.set(one, node);
    // Filled afterwards: a recursive schema refers to itself.
    fill(node, one, builderFor(node));
    return node;
  };

  const pattern = (source: string): Pattern => {
    const known = patterns.get(source);
    if (known !== undefined) return known;
    const cost = patternCost(source);
    spend(cost.cost);
    const made = compilePattern(source, cost);
    patterns.set(source, made);
    return made;
  };

  const builderFor = ({ resource, same }: Node): Builder => {
    const inner = (one: unknown) =>
      nodeOf({ schema: one as Schema, resource: references.resourceOf(one, resource) });
    const noted = (node: Node): Node => {
      same.push(node);
      return node;
    };
    return {
      inner,
      same: (one) => noted(inner(one)),
      refer: (reference) => noted(nodeOf(references.find(reference, resource))),
      referDynamically: (reference) => {
        const { found, anchored } = references.findDynamic(reference, resource);
        const own = noted(nodeOf(found));
        const others = new Map(anchored.map((one) => [one.resource as object, nodeOf(one)]));
        return (entered) => others.get(entered.find((one) => others.has(one)) ?? others) ?? own;
      },
      pattern,
    };
  };

  const root = nodeOf(references.root);
  return {
    root,
    patterns: [...patterns.values()],
    stepsOfValue: mostSteps([...nodes.values()]),
    nodeCount: nodes.size,
  };
}

/** A schema that applies itself to the same value takes steps without end. */
function mostSteps(nodes: readonly Node[]): number {
  const known = new Map<Node, number>();
  const stepsOf = (node: Node): number => {
    const steps = known.get(node);
    if (steps !== undefined) return steps;
    known.set(node, Number.POSITIVE_INFINITY);
    const sum = node.same.reduce((all, one) => all + stepsOf(one), 1);
    known.set(node, sum);
    return sum;
  };
  return nodes.reduce((most, node) => Math.max(most, stepsOf(node)), 0);
}

function emptyNode(resource: Resource, schema: Schema): Node {
  return {
    resource,
    isRoot: schema === resource.schema,
    same: [],
    types: [],
    general: schema === false ? refuseAll : noChecks,
    special: {},
    isTypeLate: false,
    isTracking: false,
  };
}

function fill(node: Node, schema: SchemaObject, builder: Builder): void {
  const checksOf = (kind: ValueKind) =>
    Object.entries(keywords[kind]).flatMap(([keyword, make]) => {
      const check = schema[keyword] === undefined ? undefined : make(schema, builder);
      return check ?? [];
    });
  node.types = typesOf(schema);
  node.general = checksOf('any');
  const special = specialKinds.map((kind) => [kind, checksOf(kind)] as const);
  node.special = Object.fromEntries(special.filter(([, checks]) => checks.length > 0));
  const [only = ''] = node.types;
  const about = Object.keys(keywords[only as ValueKind] ?? {});
  node.isTypeLate = node.types.length === 1 && about.some((name) => schema[name] !== undefined);
  node.isTracking =
    schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
}

const specialKinds = ['number', 'string', 'array', 'object'] as const;

function typesOf({ type, nullable }: SchemaObject): readonly string[] {
  const named = (type === undefined ? [] : [type].flat()) as string[];
  const wrong = named.find((name) => !types.includes(name));
  if (wrong !== undefined) throw new Error(`there is no type ${wrong}`);
  if (nullable !== true) return named;
  if (named.length === 0) throw new Error('"nullable" cannot be used without "type"');
  return named.includes('null') ? named : [...named, 'null'];
}
