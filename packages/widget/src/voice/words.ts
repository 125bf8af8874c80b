/** The texts around a recording, in both languages. */
import type { Language } from '@baraza/contract';

const sw = {
  starting: 'Tunafungua kipaza sauti…',
  recording: 'Tunakusikiliza. Achilia au bonyeza tena ili kutuma.',
  letGo: 'Achilia au bonyeza ili kutuma',
  cancel: 'Ghairi',
  cancelled: 'Imeghairiwa. Hakuna kilichotumwa.',
  sendAgain: 'Tuma tena',
  hearing: 'Tunaandika ulichosema…',
  slow: 'Inachukua muda kidogo; bado tunaandika ulichosema…',
  nothing: 'Hatukusikia maneno. Tafadhali jaribu tena, karibu na kipaza sauti.',
  refused: 'Kipaza sauti hakijaruhusiwa. Kiruhusu kwenye kivinjari, au andika swali lako.',
  missing: 'Hakuna kipaza sauti hapa. Tafadhali andika swali lako.',
  lost: 'Sauti haikufika. Angalia mtandao, kisha jaribu tena.',
  failed: 'Kuna hitilafu kwetu; sauti haikusikika vizuri. Tuma tena, au andika swali lako.',
  busy: 'Tumeelemewa kidogo kwa sasa. Jaribu tena baada ya muda mfupi.',
  full: 'Tumeelemewa kwa sasa. Tuma tena baada ya muda mfupi, au andika swali lako.',
  plan: 'Majibu ya sauti ya mwezi huu yamekwisha; soma jibu kwa maandishi.',
  unavailable: 'Sauti haipatikani hapa. Tafadhali andika swali lako.',
  connecting: 'Tunaunganisha…',
  listening: 'Nakusikiliza. Ongea tu.',
  forPerson: 'Mtu atakujibu hapa kwa maandishi.',
  thinking: 'Natafuta jibu…',
  speaking: 'Najibu. Unaweza kunikatiza.',
  end: 'Maliza mazungumzo ya sauti',
  ended: 'Mazungumzo ya sauti yameisha.',
};

export type VoiceWords = { readonly [name in keyof typeof sw]: string };

const en: VoiceWords = {
  starting: 'Opening the microphone…',
  recording: 'We are listening. Let go or press again to send.',
  letGo: 'Let go or press to send',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was sent.',
  sendAgain: 'Send again',
  hearing: 'Writing down what you said…',
  slow: 'This is taking a moment; still writing down what you said…',
  nothing: 'We did not catch that. Please try again, close to the microphone.',
  refused: 'The microphone is not allowed. Allow it in your browser, or write your question.',
  missing: 'There is no microphone here. Please write your question.',
  lost: 'Your recording did not arrive. Check your connection and try again.',
  failed: 'Something went wrong at our end. Send it again, or write your question.',
  busy: 'We are busy right now. Please try again shortly.',
  full: 'We are busy right now. Send it again in a moment, or write your question.',
  plan: 'This month’s voice answers are used up; the answer is shown as text.',
  unavailable: 'Voice is not available here. Please write your question.',
  connecting: 'Connecting…',
  listening: 'I am listening. Just speak.',
  forPerson: 'A person will answer you here in writing.',
  thinking: 'Looking for the answer…',
  speaking: 'Answering. You can interrupt me.',
  end: 'End the voice conversation',
  ended: 'The voice conversation has ended.',
};

export const voiceWords: { readonly [language in Language]: VoiceWords } = { sw, en };
