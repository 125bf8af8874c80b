import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationLimits } from '@baraza/contract';
import { createConversationUpdates } from './conversation-updates.ts';

const silent = { onChange: () => {}, onBeat: () => {}, onTyping: () => {} };

test('visitors cannot take the places of owners, nor of each other', () => {
  const updates = createConversationUpdates();
  const { streamsPerSiteMax, streamsPerConversationMax, ownerStreamsPerSiteMax } =
    conversationLimits;
  const listen = (conversation: string | undefined, site = 'shop') =>
    updates.listen(site, { ...silent, conversation });
  const visitors = streamsPerSiteMax + ownerStreamsPerSiteMax;
  for (let at = 0; at < visitors; at += 1)
    listen(`c_${Math.floor(at / streamsPerConversationMax)}`);
  assert.throws(() => listen('c_0', 'other-shop') && listen('c_new'), /Too many event streams/);
  const stops = Array.from({ length: ownerStreamsPerSiteMax }, () => listen(undefined));
  assert.throws(() => listen(undefined), /Too many event streams/);
  for (const stop of stops) stop();
  assert.equal(updates.listenerCount(), visitors + 1);
  for (let at = 1; at < streamsPerConversationMax; at += 1) listen('c_0', 'other-shop');
  assert.throws(() => listen('c_0', 'other-shop'), /Too many event streams/);
  updates.close();
});
