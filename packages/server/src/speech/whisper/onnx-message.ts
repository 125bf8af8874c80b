/** Reads and writes the fields of a protobuf message, enough to edit a network in the format ONNX. */
export interface Field {
  readonly number: number;
  /** The content of a length-delimited field: a text, bytes or another message. */
  readonly body: Buffer;
  /** The whole field as it is in the file. */
  readonly raw: Buffer;
}

const wire = { varint: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const;

export function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const key = readVarint(message, at);
    const kind = key.value % 8;
    let [from, to] = [key.to, key.to];
    if (kind === wire.varint) to = readVarint(message, from).to;
    else if (kind === wire.eightBytes) to += 8;
    else if (kind === wire.fourBytes) to += 4;
    else if (kind === wire.delimited) {
      const size = readVarint(message, from);
      from = size.to;
      to = size.to + size.value;
    } else throw new Error('not a protobuf message');
    const number = Math.floor(key.value / 8);
    fields.push({ number, body: message.subarray(from, to), raw: message.subarray(at, to) });
    at = to;
  }
  return fields;
}

/** A length-delimited field. */
export function field(number: number, ...contents: readonly (string | Buffer)[]): Field {
  const body = Buffer.concat(contents.map((content) => Buffer.from(content)));
  const raw = Buffer.concat([varint(number * 8 + wire.delimited), varint(body.length), body]);
  return { number, body, raw };
}

export function integerField(number: number, value: number): Field {
  const body = varint(value);
  return { number, body, raw: Buffer.concat([varint(number * 8 + wire.varint), body]) };
}

export function messageOf(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(({ raw }) => raw));
}

/** The message with every field of this number edited; undefined removes it. */
export function editFields(
  message: Buffer,
  number: number,
  edit: (body: Buffer) => Buffer | undefined,
): Buffer {
  const fields = fieldsOf(message).flatMap((each) => {
    if (each.number !== number) return each;
    const body = edit(each.body);
    if (body === undefined) return [];
    return body === each.body ? each : field(number, body);
  });
  return messageOf(fields);
}

export function textOf(message: Buffer, number: number): string {
  return (
    fieldsOf(message)
      .find((each) => each.number === number)
      ?.body.toString('utf8') ?? ''
  );
}

/** Numbers above 2^53, such as negative ones, are only skipped. */
function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly to: number } {
  let value = 0;
  for (let at = from, unit = 1; at < bytes.length; at += 1, unit *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * unit;
    if (byte < 128) return { value, to: at + 1 };
  }
  throw new Error('not a protobuf message');
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
