import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from './answers.ts';
import { type SmallTalk, smallTalkOf, withoutGreeting } from './small-talk.ts';

const rows: readonly (readonly [string, SmallTalk, Language | undefined])[] = [
  ['hi', 'greeting', 'en'],
  ['Hello there!', 'greeting', 'en'],
  ['Good morning', 'greeting', 'en'],
  ['hi hello', 'greeting', 'en'],
  ['Habari', 'greeting', 'sw'],
  ['habari za asubuhi', 'greeting', 'sw'],
  ['Habari ya mchana ndugu', 'greeting', 'sw'],
  ['Jambo', 'greeting', 'sw'],
  ['salamu aleikum', 'greeting', 'sw'],
  ['sasa', 'greeting', 'sw'],
  ['mambo', 'slang', 'sw'],
  ['Mambo vipi?', 'slang', 'sw'],
  ['niaje', 'slang', 'sw'],
  ['vipi', 'slang', 'sw'],
  ['Shikamoo', 'elder', 'sw'],
  ['shikamoo mzee', 'elder', 'sw'],
  ['how are you?', 'how-are-you', 'en'],
  ['Hi, how are you doing today?', 'how-are-you', 'en'],
  ['habari yako', 'how-are-you', 'sw'],
  ['Hujambo?', 'jambo', 'sw'],
  ['ahsante kwa msaada wako', 'thanks', 'sw'],
  ['thanks for your help', 'thanks', 'en'],
  ['uko poa?', 'how-are-you', 'sw'],
  ['thanks', 'thanks', 'en'],
  ['thank you so much, that helped', 'thanks', 'en'],
  ['ok thank you', 'thanks', 'en'],
  ['Asante sana', 'thanks', 'sw'],
  ['ahsante sana daktari', 'thanks', 'sw'],
  ['sawa, asante', 'thanks', 'sw'],
  ['bye', 'goodbye', 'en'],
  ['Thanks, have a nice day', 'goodbye', 'en'],
  ['kwaheri', 'goodbye', 'sw'],
  ['usiku mwema', 'goodbye', 'sw'],
  ['who are you?', 'who-are-you', 'en'],
  ['are you a robot?', 'who-are-you', 'en'],
  ['wewe ni nani', 'who-are-you', 'sw'],
  ['unaitwa nani?', 'who-are-you', 'sw'],
  ['can you help me?', 'help', 'en'],
  ['naomba msaada', 'help', 'sw'],
  ['nina swali', 'help', 'sw'],
  ['sawa', 'acknowledged', 'sw'],
  ['ok', 'acknowledged', undefined],
  ['👋 hello', 'greeting', 'en'],
];

describe('small talk', () => {
  for (const [question, kind, language] of rows) {
    test(`"${question}" is ${kind}`, () => {
      assert.deepEqual(smallTalkOf(question), { kind, language });
    });
  }
});

const questions = [
  'Hi, do you deliver?',
  'habari za safari ya Mombasa',
  'asante, na bei ya mchele?',
  'mko wazi sasa?',
  'je, mambo ya malipo yako vipi?',
  'thank you cards, do you sell them?',
  'who are your partners?',
  'can you help me move house?',
  'good shoes',
  'PWNED',
  '',
  '???',
];

test('a greeting before a question does not make the question small talk', () => {
  for (const question of questions) assert.equal(smallTalkOf(question), undefined, question);
});

test('the greeting before a question is taken off, the question stays', () => {
  assert.equal(withoutGreeting('Hello, do you deliver?'), 'do you deliver?');
  assert.equal(
    withoutGreeting('Habari za asubuhi ndugu, mnafungua saa ngapi?'),
    'mnafungua saa ngapi?',
  );
  assert.equal(withoutGreeting('Samahani, mko wapi?'), 'mko wapi?');
  assert.equal(withoutGreeting('Hi!'), 'Hi!');
  assert.equal(withoutGreeting('sasa mnafungua saa ngapi'), 'sasa mnafungua saa ngapi');
});
