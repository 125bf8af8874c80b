import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '@baraza/contract/plain';
import { chosenEvents, eventGroups } from './event-groups.ts';

test('every event of the server is in one group, and a chosen event that is unknown is kept', () => {
  const grouped = eventGroups(['unknown-event', 'record-added']).flatMap(([, events]) => events);
  assert.deepEqual(grouped.toSorted(), [...eventTypes, 'unknown-event'].toSorted());
});

test('no list, an empty list and a star mean all events', () => {
  for (const events of [undefined, null, '*', [], ['*', 'record-added']])
    assert.equal(chosenEvents(events), undefined);
  assert.deepEqual(chosenEvents(['record-added']), ['record-added']);
});
