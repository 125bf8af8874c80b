/**
 * Whisper's networks, edited when they are loaded so that they compute less. As exported, the encoder takes 30 s of
 * sound for every clip, and the decoder converts its table of words to floats for every token and reads the sound
 * again for every text.
 */
import {
  appendToGraph,
  editGraph,
  elementTypes,
  graphFields,
  inBranches,
  integersTensor,
  namesOf,
  nodeField,
  nodeFields,
  tensorFields,
  valueField,
} from './onnx-graph.ts';
import { editFields, field, fieldsOf, integerField, messageOf, textOf } from './onnx-message.ts';
import { withIntegerProjection } from './word-layer.ts';

interface NetworkFile {
  readonly bytes: Buffer;
  /** Its name in the folder that the runtime gets. */
  readonly name: string;
}

/** A network without its weights, which stay in their file: the runtime maps them instead of copying them. */
type Network = ReturnType<typeof networkIn>;

export function editNetworks(files: {
  readonly encoder: NetworkFile;
  readonly decoder: NetworkFile;
}) {
  const [encoder, decoder] = [networkIn(files.encoder), networkIn(files.decoder)];
  const { nodes, tensors, rest } = takeSoundLayers(decoder);
  const encoderWithSoundLayers = appendToGraph(withPositionRange(encoder.model), nodes);
  return {
    encoder: modelOf({ model: encoderWithSoundLayers, tensors: [...encoder.tensors, ...tensors] }),
    decoder: modelOf({
      model: withIntegerProjection(withSharedSound(withNewPositionsOnly(rest))),
      tensors: decoder.tensors,
    }),
  };
}

function networkIn(file: NetworkFile) {
  const tensors: Buffer[] = [];
  const model = editGraph(file.bytes, (graph) =>
    editFields(graph, graphFields.tensor, (tensor) => {
      tensors.push(withExternalBytes(tensor, file));
      return undefined;
    }),
  );
  return { model, tensors };
}

function modelOf({ model, tensors }: Network): Buffer {
  return appendToGraph(
    model,
    tensors.map((tensor) => field(graphFields.tensor, tensor)),
  );
}

const externalBytesMin = 4_096;

/**
 * The tensor with the offset of its bytes in the file instead of the bytes. Only tensors of 8-bit elements: wider
 * elements would have to be aligned.
 */
function withExternalBytes(tensor: Buffer, { bytes, name }: NetworkFile): Buffer {
  const content = fieldsOf(tensor).find(({ number }) => number === tensorFields.bytes)?.body;
  if (content === undefined || content.length < externalBytesMin || !hasByteElements(tensor))
    return tensor;
  const offset = content.byteOffset - bytes.byteOffset;
  const externalData = Object.entries({ location: name, offset, length: content.length });
  return messageOf([
    ...fieldsOf(editFields(tensor, tensorFields.bytes, () => undefined)),
    ...externalData.map(([key, value]) =>
      field(tensorFields.externalData, messageOf([field(1, key), field(2, String(value))])),
    ),
    integerField(tensorFields.dataLocation, 1),
  ]);
}

function hasByteElements(tensor: Buffer): boolean {
  const type = fieldsOf(tensor).find(({ number }) => number === tensorFields.type)?.body[0];
  return type === 2 || type === 3;
}

const positionTable = 'embed_positions.weight';

/** The encoder with two more inputs, `positions_from` and `positions_to`: only these positions are computed. */
function withPositionRange(encoder: Buffer): Buffer {
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

// The layers of the decoder that make keys and values of the sound, and what they make.
const soundLayer = /\/encoder_attn\/[kv]_proj\//;
const soundOutput = /^present\.\d\.encoder\./;
const soundInput = 'encoder_hidden_states';
const soundShape = 'sound_shape';

/**
 * Moves the layers that see only the sound from the decoder to the encoder: they run once for a clip, not for every
 * text that is compared with it.
 */
function takeSoundLayers({ model, tensors }: Network) {
  const taken: Buffer[] = [];
  const withoutLayers = (branch: Buffer) => {
    const nodes = fieldsOf(branch).filter(({ number }) => number === graphFields.node);
    const reshaped = new Set(
      nodes
        .filter(({ body }) => soundOutput.test(textOf(body, nodeFields.output)))
        .map(({ body }) => textOf(body, nodeFields.input)),
    );
    const isSound = (node: Buffer) => {
      const output = textOf(node, nodeFields.output);
      return soundLayer.test(output) || soundOutput.test(output) || reshaped.has(output);
    };
    const rest = editFields(branch, graphFields.node, (node) => {
      if (!isSound(node)) return withPastSound(node);
      // One of the branches has empty constants in their place.
      if (textOf(node, nodeFields.operator) !== 'Constant') taken.push(node);
      return undefined;
    });
    return editFields(rest, graphFields.output, (value) =>
      soundOutput.test(textOf(value, 1)) ? undefined : value,
    );
  };
  const rest = editGraph(model, (graph) => {
    const edited = editFields(graph, graphFields.node, (node) => {
      if (textOf(node, nodeFields.input) === soundInput) {
        taken.unshift(node);
        return undefined;
      }
      return withoutSoundOutputs(inBranches(node, withoutLayers));
    });
    const inputs = editFields(edited, graphFields.input, (value) =>
      textOf(value, 1) === soundInput ? undefined : value,
    );
    return editFields(inputs, graphFields.output, (value) =>
      soundOutput.test(textOf(value, 1)) ? undefined : value,
    );
  });
  const used = new Set(taken.flatMap((node) => namesOf(node, nodeFields.input)));
  const outputs = taken.flatMap((node) => namesOf(node, nodeFields.output));
  return {
    rest,
    nodes: [
      integersTensor(soundShape, [1, -1, 8, 64]),
      ...taken.map((node) => field(graphFields.node, inEncoder(node))),
      ...outputs
        .filter((name) => soundOutput.test(name))
        .map((name) => valueField(graphFields.output, name, elementTypes.float)),
    ],
    tensors: tensors.filter((tensor) => used.has(textOf(tensor, tensorFields.name))),
  };
}

function withPastSound(node: Buffer): Buffer {
  return editFields(node, nodeFields.input, (name) => {
    const written = name.toString('utf8');
    if (!soundOutput.test(written)) return name;
    return Buffer.from(written.replace('present', 'past_key_values'));
  });
}

function withoutSoundOutputs(node: Buffer): Buffer {
  if (textOf(node, nodeFields.operator) !== 'If') return node;
  return editFields(node, nodeFields.output, (name) =>
    soundOutput.test(name.toString('utf8')) ? undefined : name,
  );
}

function inEncoder(node: Buffer): Buffer {
  const isReshape = textOf(node, nodeFields.operator) === 'Reshape';
  const [, shape] = namesOf(node, nodeFields.input);
  return editFields(node, nodeFields.input, (name) => {
    const written = name.toString('utf8');
    if (written === soundInput) return Buffer.from('last_hidden_state');
    return isReshape && written === shape ? Buffer.from(soundShape) : name;
  });
}

const textOutput = /^present\.\d\.decoder\./;

/**
 * The decoder with only the new positions in its caches: the runtime copies all outputs, and the caller already has the
 * earlier positions.
 */
function withNewPositionsOnly(decoder: Buffer): Buffer {
  const edit = (branch: Buffer): Buffer => {
    const added = new Map<string, string>();
    for (const { number, body } of fieldsOf(branch)) {
      if (number !== graphFields.node || textOf(body, nodeFields.operator) !== 'Concat') continue;
      const [, latest = ''] = namesOf(body, nodeFields.input);
      added.set(textOf(body, nodeFields.output), latest);
    }
    return editFields(branch, graphFields.output, (value) => {
      const latest = added.get(textOf(value, 1));
      return latest !== undefined && textOutput.test(textOf(value, 1))
        ? valueField(graphFields.output, latest, elementTypes.float).body
        : value;
    });
  };
  return editGraph(decoder, (graph) =>
    editFields(graph, graphFields.node, (node) => inBranches(node, edit)),
  );
}

const soundReshape = /\/layers\.(\d+)\/encoder_attn\//;
// The shapes of a layer, in the order of its nodes. The last one stays as exported: it separates texts and positions
// again.
const headsApart = { name: 'heads_apart', shape: [1, -1, 8, 64] };
const headsFirst = { name: 'heads_first', shape: [8, -1, 64] };
const unchanged = { name: 'unchanged', shape: [0, 0, 0] };
const headsAgain = { name: 'heads_again', shape: [1, 8, -1, 64] };
const layerShapes = [
  ...[headsApart, headsFirst, headsFirst, headsFirst],
  ...[unchanged, unchanged, headsAgain, undefined],
];

/**
 * The decoder with one sound for all texts of a batch: where they look at the sound, the texts count as positions of
 * one text. As exported, each text needs its own copy of the sound, and a multiplication of its own with it.
 */
function withSharedSound(decoder: Buffer): Buffer {
  const shared = editGraph(decoder, (graph) =>
    editFields(graph, graphFields.node, (node) => inBranches(node, branchWithSharedSound)),
  );
  const shapes = [headsApart, headsFirst, unchanged, headsAgain];
  return appendToGraph(
    shared,
    shapes.map(({ name, shape }) => integersTensor(name, shape)),
  );
}

function branchWithSharedSound(branch: Buffer): Buffer {
  const seen = new Map<string, number>();
  const edited = editFields(branch, graphFields.node, (node) => {
    const layer = soundReshape.exec(textOf(node, nodeFields.name))?.[1];
    if (layer === undefined || textOf(node, nodeFields.operator) !== 'Reshape') return node;
    const at = seen.get(layer) ?? 0;
    seen.set(layer, at + 1);
    const shape = layerShapes[at];
    const [, old] = namesOf(node, nodeFields.input);
    if (shape === undefined) return node;
    return editFields(node, nodeFields.input, (name) =>
      name.toString('utf8') === old ? Buffer.from(shape.name) : name,
    );
  });
  if ([...seen.values()].some((count) => count !== layerShapes.length))
    throw new Error('the decoder does not have the expected layers');
  return edited;
}
