import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import type { SmallTalk } from '../words.ts';
import { smallTalkOf, withoutGreeting } from './small-talk.ts';

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
  ['are you a robot?', 'robot', 'en'],
  ['are you human or a bot', 'robot', 'en'],
  ['wewe ni roboti?', 'robot', 'sw'],
  ['je, naongea na mtu halisi?', 'robot', 'sw'],
  ['I want to speak to a human', 'person', 'en'],
  ['can I talk to an agent please', 'person', 'en'],
  ['connect me with customer care', 'person', 'en'],
  ['call me back', 'person', 'en'],
  ['nataka kuongea na mtu', 'person', 'sw'],
  ['naomba kuzungumza na mhudumu tafadhali', 'person', 'sw'],
  ['nipigie', 'person', 'sw'],
  ['naomba mnipigie simu', 'person', 'sw'],
  ['English please', 'language', 'en'],
  ['can you reply in English?', 'language', 'en'],
  ['kwa Kiswahili tafadhali', 'language', 'sw'],
  ['in Swahili please', 'language', 'sw'],
  ['you are stupid', 'insult', 'en'],
  ['nyie ni wezi', 'insult', 'sw'],
  ['mjinga wewe', 'insult', 'sw'],
  ['your service is terrible', 'complaint', 'en'],
  ['I want to complain', 'complaint', 'en'],
  ['huduma yenu mbaya sana', 'complaint', 'sw'],
  ['nina malalamiko', 'complaint', 'sw'],
  ['?', 'wordless', undefined],
  ['...', 'wordless', undefined],
  ['👍🏽 👩‍🔧', 'pictures', undefined],
  ['💩💩💩', 'pictures', undefined],
  ['🇰🇪', 'pictures', undefined],
  ['😀'.repeat(500), 'pictures', undefined],
  ['wewe ni nani', 'who-are-you', 'sw'],
  ['unaitwa nani?', 'who-are-you', 'sw'],
  ['can you help me?', 'help', 'en'],
  ['naomba msaada', 'help', 'sw'],
  ['nina swali', 'help', 'sw'],
  ['sawa', 'acknowledged', 'sw'],
  ['samahani', 'acknowledged', 'sw'],
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
  'do you teach English',
  'do you have English teachers?',
  'mnafundisha Kiswahili?',
  'I want to talk to the nurse about my child',
  'can I call you on Sunday',
  'je, mtu anaweza kuja kesho?',
  'nina tatizo na paneli yangu',
  'what do you do against thieves',
  '',
];

test('a greeting before a question does not make the question small talk', () => {
  for (const question of questions) assert.equal(smallTalkOf(question), undefined, question);
});

test('the greeting before a question is removed', () => {
  assert.equal(withoutGreeting('Hello, do you deliver?'), 'do you deliver?');
  assert.equal(
    withoutGreeting('Habari za asubuhi ndugu, mnafungua saa ngapi?'),
    'mnafungua saa ngapi?',
  );
  assert.equal(withoutGreeting('Samahani, mko wapi?'), 'mko wapi?');
  assert.equal(withoutGreeting('Hi!'), 'Hi!');
  assert.equal(withoutGreeting('sasa mnafungua saa ngapi'), 'sasa mnafungua saa ngapi');
});
