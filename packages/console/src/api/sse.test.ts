import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventReader } from './sse.ts';

test('events are the same wherever the stream is cut', () => {
  const text =
    ': hello\n\nid: 7\nevent: changed\ndata: {"a":1}\r\n\r\ndata: one\ndata:two\n\ndata: cut';
  const whole = eventReader()(text);
  assert.deepEqual(whole, [
    { id: '7', event: 'changed', data: '{"a":1}' },
    { id: undefined, event: 'message', data: 'one\ntwo' },
  ]);
  for (let at = 0; at <= text.length; at += 1) {
    const read = eventReader();
    assert.deepEqual([...read(text.slice(0, at)), ...read(text.slice(at))], whole, `cut at ${at}`);
  }
});
