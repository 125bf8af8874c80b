/**
 * Whisper's networks, edited when they are loaded so that they compute less. As exported, the encoder takes 30 s of
 * sound for every clip, and the decoder converts its table of words to floats for every token.
 */
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
const modelDomains = 8;
const graphFields = { node: 1, tensor: 5, input: 11, output: 12 } as const;
const nodeFields = { input: 1, output: 2, name: 3, operator: 4, attribute: 5, domain: 7 } as const;
const attributeGraph = 6;
const elementTypes = { float: 1, int64: 7 } as const;

const positionTable = 'embed_positions.weight';

/** The encoder with two more inputs, `positions_from` and `positions_to`: only these positions are computed. */
export function withPositionRange(encoder: Buffer): Buffer {
  const range = ['positions_from', 'positions_to'];
  const edited = editGraph(encoder, (graph) =>
    editFields(graph, graphFields.node, (node) =>
      editFields(node, nodeFields.input, (name) =>
        name.toString('utf8') === positionTable ? Buffer.from('positions') : name,
      ),
    ),
  );
  return appendToGraph(edited, [
    nodeField('Slice', [positionTable, ...range], ['positions']),
    ...range.map((name) => valueField(graphFields.input, name, elementTypes.int64, 1)),
  ]);
}

const wordTable = 'model.decoder.embed_tokens.weight_merged_0';
const projection = '/proj_out/MatMul';
/** Tokens of text; those behind them are marks. */
const textTokens = 50_258;

/**
 * The decoder with its last layer, from states to words, in 8-bit integers and only for the positions from the new
 * input `words_from` on. The new output `log_sums` has the log of the sum of e^logit over all text, for each position.
 */
export function withIntegerProjection(decoder: Buffer): Buffer {
  const edited = editGraph(decoder, (graph) => editFields(graph, graphFields.node, withoutWords));
  const table = ['words', `${wordTable}_scale`, `${wordTable}_zero_point`];
  const whole = appendToGraph(edited, [
    valueField(graphFields.input, 'words_from', elementTypes.int64, 1),
    valueField(graphFields.output, 'log_sums', elementTypes.float),
    integerTensor('start', 0),
    integerTensor('far_end', 1_000_000),
    integerTensor('text_end', textTokens),
    integerTensor('position_axis', 1),
    integerTensor('word_axis', 2),
    nodeField('Slice', ['all_states', 'words_from', 'far_end', 'position_axis'], ['states']),
    nodeField('Transpose', [`${wordTable}_quantized`], ['words']),
    nodeField('DynamicQuantizeMatMul', ['states', ...table], ['logits'], 'com.microsoft'),
    nodeField('Slice', ['logits', 'start', 'text_end', 'word_axis'], ['text_logits']),
    nodeField('ReduceLogSumExp', ['text_logits'], ['log_sums'], '', wordAxis),
  ]);
  const microsoft = field(modelDomains, messageOf([field(1, 'com.microsoft'), integerField(2, 1)]));
  return Buffer.concat([whole, microsoft.raw]);
}

/** The attribute `axes` with the axis 2. */
const wordAxis = messageOf([field(1, 'axes'), integerField(8, 2), integerField(20, 7)]);

/** The decoder has one graph for the first pass and one for the next ones; both end with the states now. */
function withoutWords(node: Buffer): Buffer {
  if (textOf(node, nodeFields.operator) !== 'If') return node;
  const branches = editFields(node, nodeFields.attribute, (attribute) =>
    editFields(attribute, attributeGraph, branchWithoutWords),
  );
  return editFields(branches, nodeFields.output, (name) =>
    name.toString('utf8') === 'logits' ? Buffer.from('all_states') : name,
  );
}

function branchWithoutWords(branch: Buffer): Buffer {
  const nodes = fieldsOf(branch).filter(({ number }) => number === graphFields.node);
  const last = nodes.find(({ body }) => textOf(body, nodeFields.name) === projection);
  if (last === undefined) throw new Error('the decoder is not the one that is known');
  const states = textOf(last.body, nodeFields.input);
  const rest = editFields(branch, graphFields.node, (node) =>
    isOfProjection(node) ? undefined : node,
  );
  return editFields(rest, graphFields.output, (value) =>
    textOf(value, 1) === 'logits'
      ? valueField(graphFields.output, states, elementTypes.float).body
      : value,
  );
}

function isOfProjection(node: Buffer): boolean {
  if (textOf(node, nodeFields.name) === projection) return true;
  return textOf(node, nodeFields.output).startsWith('model.decoder.embed_tokens.weight_transposed');
}

function editGraph(model: Buffer, edit: (graph: Buffer) => Buffer): Buffer {
  return editFields(model, modelGraph, edit);
}

function appendToGraph(model: Buffer, fields: readonly Field[]): Buffer {
  return editGraph(model, (graph) => Buffer.concat([graph, messageOf(fields)]));
}

function nodeField(
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

/** A constant of the graph: a list of one integer. */
function integerTensor(name: string, value: number): Field {
  const type = integerField(2, elementTypes.int64);
  const fields = [integerField(1, 1), type, integerField(7, value), field(8, name)];
  return field(graphFields.tensor, messageOf(fields));
}

/** A tensor as an input or output of a graph: of one dimension, or of unknown ones. */
function valueField(number: number, name: string, elementType: number, size?: number): Field {
  const dimension = size === undefined ? [] : [field(1, messageOf([integerField(1, size)]))];
  const shape = size === undefined ? [] : [field(2, messageOf(dimension))];
  const tensor = messageOf([integerField(1, elementType), ...shape]);
  return field(number, messageOf([field(1, name), field(2, messageOf([field(1, tensor)]))]));
}
