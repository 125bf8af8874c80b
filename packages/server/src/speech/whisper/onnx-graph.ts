/** Parts of a network in the format ONNX: its graph, nodes, constants, inputs and outputs. */
import {
  editFields,
  type Field,
  field,
  fieldsOf,
  integerField,
  messageOf,
  textOf,
} from './onnx-message.ts';

// Field numbers of onnx.proto.
const modelGraph = 7;
export const modelDomains = 8;
export const graphFields = { node: 1, tensor: 5, input: 11, output: 12 } as const;
export const nodeFields = {
  input: 1,
  output: 2,
  name: 3,
  operator: 4,
  attribute: 5,
  domain: 7,
} as const;
export const tensorFields = {
  type: 2,
  name: 8,
  bytes: 9,
  externalData: 13,
  dataLocation: 14,
} as const;
const attributeGraph = 6;
export const elementTypes = { float: 1, int64: 7 } as const;

export function editGraph(model: Buffer, edit: (graph: Buffer) => Buffer): Buffer {
  return editFields(model, modelGraph, edit);
}

export function appendToGraph(model: Buffer, fields: readonly Field[]): Buffer {
  return editGraph(model, (graph) => Buffer.concat([graph, messageOf(fields)]));
}

export function nodeField(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  domain = '',
  attribute?: Buffer,
): Field {
  return field(
    graphFields.node,
    messageOf([
      ...inputs.map((name) => field(nodeFields.input, name)),
      ...outputs.map((name) => field(nodeFields.output, name)),
      field(nodeFields.operator, operator),
      ...(attribute === undefined ? [] : [field(nodeFields.attribute, attribute)]),
      field(nodeFields.domain, domain),
    ]),
  );
}

export function integerTensor(name: string, value: number): Field {
  return integersTensor(name, [value]);
}

/** A constant of the graph: a list of integers. */
export function integersTensor(name: string, values: readonly number[]): Field {
  const bytes = Buffer.from(BigInt64Array.from(values, BigInt).buffer);
  return field(
    graphFields.tensor,
    messageOf([
      integerField(1, values.length),
      integerField(tensorFields.type, elementTypes.int64),
      field(tensorFields.name, name),
      field(tensorFields.bytes, bytes),
    ]),
  );
}

/** A tensor as an input or output of a graph: of one dimension, or of unknown ones. */
export function valueField(
  number: number,
  name: string,
  elementType: number,
  size?: number,
): Field {
  const dimension = size === undefined ? [] : [field(1, messageOf([integerField(1, size)]))];
  const shape = size === undefined ? [] : [field(2, messageOf(dimension))];
  const tensor = messageOf([integerField(1, elementType), ...shape]);
  return field(number, messageOf([field(1, name), field(2, messageOf([field(1, tensor)]))]));
}

export function namesOf(node: Buffer, number: number): readonly string[] {
  return fieldsOf(node)
    .filter((each) => each.number === number)
    .map(({ body }) => body.toString('utf8'));
}

export function inBranches(node: Buffer, edit: (branch: Buffer) => Buffer): Buffer {
  if (textOf(node, nodeFields.operator) !== 'If') return node;
  return editFields(node, nodeFields.attribute, (attribute) =>
    editFields(attribute, attributeGraph, edit),
  );
}
