import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '@baraza/contract/plain';
import { language } from '../../../words/language.ts';
import { actionLabel } from '../activity/words.ts';
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

test('in English the label of an event has the words of its code, so that the code is not shown beside it', () => {
  language.value = 'en';
  for (const event of eventTypes) assert.equal(actionLabel(event), event.replaceAll('-', ' '));
});
