/** The last layer of Whisper's decoder, from states to words, edited so that it computes less. */
import {
  appendToGraph,
  editGraph,
  elementTypes,
  graphFields,
  inBranches,
  integerTensor,
  modelDomains,
  nodeField,
  nodeFields,
  valueField,
} from './onnx-graph.ts';
import { editFields, field, fieldsOf, integerField, messageOf, textOf } from './onnx-message.ts';

const wordTable = 'model.decoder.embed_tokens.weight_merged_0';
const projection = '/proj_out/MatMul';
/** Tokens of text; those behind them are marks. */
const textTokens = 50_258;

/**
 * The decoder with its last layer, from states to words, in 8-bit integers and only for the positions from the new
 * input `words_from` on. The new output `log_sums` has the log of the sum of e^logit over all text, for each position;
 * `target_logits` has the logits of the words in the new input `targets`, for passes that need no others.
 */
export function withIntegerProjection(decoder: Buffer): Buffer {
  const edited = editGraph(decoder, (graph) => editFields(graph, graphFields.node, withoutWords));
  const table = ['words', `${wordTable}_scale`, `${wordTable}_zero_point`];
  const whole = appendToGraph(edited, [
    valueField(graphFields.input, 'words_from', elementTypes.int64, 1),
    valueField(graphFields.input, 'targets', elementTypes.int64),
    valueField(graphFields.output, 'log_sums', elementTypes.float),
    valueField(graphFields.output, 'target_logits', elementTypes.float),
    integerTensor('start', 0),
    integerTensor('one', 1),
    integerTensor('far_end', 1_000_000),
    integerTensor('text_end', textTokens),
    integerTensor('position_axis', 1),
    integerTensor('word_axis', 2),
    nodeField('Slice', ['all_states', 'words_from', 'far_end', 'position_axis'], ['states']),
    nodeField('Transpose', [`${wordTable}_quantized`], ['words']),
    nodeField('DynamicQuantizeMatMul', ['states', ...table], ['logits'], 'com.microsoft'),
    nodeField('Slice', ['logits', 'start', 'text_end', 'word_axis'], ['text_logits']),
    // The operator for such sums, ReduceLogSumExp, takes five times as long.
    nodeField('LogSoftmax', ['text_logits'], ['text_shares'], '', wordAxis),
    nodeField('Slice', ['text_logits', 'start', 'one', 'word_axis'], ['first_logit']),
    nodeField('Slice', ['text_shares', 'start', 'one', 'word_axis'], ['first_share']),
    nodeField('Sub', ['first_logit', 'first_share'], ['log_sums']),
    nodeField('GatherElements', ['logits', 'targets'], ['target_logits'], '', wordAxis),
  ]);
  const microsoft = field(modelDomains, messageOf([field(1, 'com.microsoft'), integerField(2, 1)]));
  return Buffer.concat([whole, microsoft.raw]);
}

/** The attribute `axis` with the axis 2. */
const wordAxis = messageOf([field(1, 'axis'), integerField(3, 2), integerField(20, 2)]);

/** The decoder has one graph for the first pass and one for the next ones; both end with the states now. */
function withoutWords(node: Buffer): Buffer {
  if (textOf(node, nodeFields.operator) !== 'If') return node;
  return editFields(inBranches(node, branchWithoutWords), nodeFields.output, (name) =>
    name.toString('utf8') === 'logits' ? Buffer.from('all_states') : name,
  );
}

function branchWithoutWords(branch: Buffer): Buffer {
  const nodes = fieldsOf(branch).filter(({ number }) => number === graphFields.node);
  const last = nodes.find(({ body }) => textOf(body, nodeFields.name) === projection);
  if (last === undefined) throw new Error('the decoder does not have the expected layers');
  const states = textOf(last.body, nodeFields.input);
  const rest = editFields(branch, graphFields.node, (node) =>
    isProjectionNode(node) ? undefined : node,
  );
  return editFields(rest, graphFields.output, (value) =>
    textOf(value, 1) === 'logits'
      ? valueField(graphFields.output, states, elementTypes.float).body
      : value,
  );
}

function isProjectionNode(node: Buffer): boolean {
  if (textOf(node, nodeFields.name) === projection) return true;
  return textOf(node, nodeFields.output).startsWith('model.decoder.embed_tokens.weight_transposed');
}
