import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editFields, field, fieldsOf, integerField, messageOf, textOf } from './onnx-message.ts';

const long = 'x'.repeat(20_000);
const inner = messageOf([field(1, 'a'), integerField(3, 300), field(1, 'b')]);
const message = messageOf([field(7, inner), field(2, long), integerField(20, 7)]);

test('a message that is read and written is the same', () => {
  assert.deepEqual(messageOf(fieldsOf(message)), message);
  assert.equal(textOf(message, 2), long);
  assert.deepEqual(
    fieldsOf(inner).map(({ number }) => number),
    [1, 3, 1],
  );
});

test('an edit changes only the fields that it names, and may remove them', () => {
  const edited = editFields(message, 7, (body) =>
    editFields(body, 1, (name) => (String(name) === 'a' ? Buffer.from(long) : undefined)),
  );
  const [first, second, third] = fieldsOf(edited);
  assert.deepEqual(
    fieldsOf(first?.body ?? Buffer.alloc(0)).map(({ number, body }) => [number, body.length]),
    [
      [1, long.length],
      [3, 2],
    ],
  );
  assert.equal(second?.body.toString(), long);
  assert.deepEqual(third?.raw, integerField(20, 7).raw);
});

test('bytes that are not a message are refused', () => {
  assert.throws(() => fieldsOf(Buffer.from([0xff, 0xff])), /not a protobuf message/);
  assert.throws(() => fieldsOf(Buffer.from([0x0b, 1])), /not a protobuf message/);
});
