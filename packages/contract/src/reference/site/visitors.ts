import type { Section } from '../reference.ts';
import { done, ids, site, source } from './examples.ts';

const tokens = '"We deliver ","in Nairobi for 200 shillings."'.split(',');
const lastEvent = {
  type: 'done',
  answered: true,
  language: 'en',
  sources: [source],
  handoff: 'tel:+254700000000',
  id: ids.question,
  conversation_secret: ids.secret,
} as const;

export const visitorsSection: Section = {
  tag: 'Visitors',
  about:
    'What a page needs to show an assistant: its settings, questions with streamed answers, ratings.',
  path: { site },
  operations: {
    getConfig: {
      about:
        'The settings that a widget needs: name, colour, greeting, languages and what the assistant offers.',
      query: { language: 'en' },
      answers: {
        200: {
          name: 'Duka',
          business: 'Duka la Mama Asha',
          greeting: 'Welcome!',
          colour: '#0a7d4f',
          position: 'right',
          suggestions: ['Do you deliver?'],
          whatsapp: '',
          voice: true,
          enabled: true,
          languages: ['sw', 'en'],
          language: 'en',
          speak: true,
          live: true,
          feedback: true,
          privacy: '',
          people: true,
        },
      },
    },
    askQuestion: {
      about:
        'Asks a question. The answer comes as server-sent events: `token` with text, then exactly one `done` with ' +
        'the sources. What is not in the approved information is refused, with a way to reach a person.',
      body: {
        json: {
          question: 'Do you deliver to Kilimani?',
          language: 'en',
          conversation: ids.conversation,
        },
      },
      answers: {
        200: [...tokens.map((text) => `{"type":"token","text":${text}}`), JSON.stringify(lastEvent)]
          .map((data) => `data: ${data}\n\n`)
          .join(''),
      },
    },
    rateAnswer: {
      about:
        'Says whether an answer helped. A second rating of the same answer replaces the first.',
      body: { json: { id: ids.question, value: 'up' } },
      answers: done,
    },
  },
};

export const voiceSection: Section = {
  tag: 'Voice',
  about: 'Speech in and out, one call each, or a live session over a WebSocket.',
  path: { site },
  operations: {
    transcribeRecording: {
      about:
        'Turns a recording of at most a minute into text. Send the bytes as the body, not a form; nothing is kept.',
      query: { language: 'en' },
      answers: { 200: { text: 'Do you deliver to Kilimani?', language: 'en', duration_ms: 2_340 } },
    },
    speakText: {
      about:
        'Reads a text aloud. The answer is WAV, or raw samples of 16 bits with `Accept: audio/l16`.',
      body: { json: { text: 'We deliver in Nairobi for 200 shillings.' } },
      answers: {},
    },
    openLiveSession: {
      about:
        'Opens a WebSocket on which a visitor talks with the assistant: speech, text and answers in one session. Any ' +
        'other request is refused with 426.',
      query: { visitor: 'v_1' },
      answers: {},
    },
  },
};
