/** `npm run evals -- --speech`: accuracy of questions that the built-in speech synthesises and transcribes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answer, prepare } from '../packages/server/src/answers/answers.ts';
import { knowledgeOf } from '../packages/server/src/engine/profile-knowledge.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import { assemble } from '../packages/server/src/server/assemble.ts';
import { demoProfile } from '../packages/server/src/server/demo/demo-profile.ts';
import { readConfig } from '../packages/server/src/setup/config.ts';
import { readProfileInput } from '../packages/server/src/site/profile/profile.ts';
import { hintsOf } from '../packages/server/src/site/voice/hints.ts';
import { readAloud } from '../packages/server/src/speech/aloud/aloud.ts';
import { resample } from '../packages/server/src/speech/recordings/resample.ts';
import {
  engineSampleRate,
  type Speaker,
  type SpeechEngines,
} from '../packages/server/src/speech/speech.ts';
import { wordErrors } from '../packages/server/test/fixtures/fixture-files.ts';
import { openReadings } from './businesses/readings.ts';
import { defaultNow } from './own/own.ts';
import { type SpokenQuestion, spokenQuestions, unanswerableQuestions } from './speech-questions.ts';
import { openVectors } from './vectors.ts';

const probeEvery = 4;
const never = new AbortController().signal;

export async function printSpeech(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-evals-'));
  const installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  const engines = await installation.loadSpeech();
  try {
    await printEnglish(engines);
    await printSwahili(engines);
    await printUnanswerable(engines);
  } finally {
    await engines.close();
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printSwahili({ speaker, transcriber }: SpeechEngines): Promise<void> {
  if (speaker === undefined || transcriber === undefined) return missing();
  const { ask, hints } = await openDemo();
  const isRight = async (question: string, { has }: SpokenQuestion): Promise<boolean> => {
    const reply = await ask(question, 'sw');
    return has === undefined ? !reply.answered : reply.answered && has.test(reply.text);
  };
  let [written, spokenRight, errors, known] = [0, 0, 0, 0];
  for (const [asked, each] of spokenQuestions.entries()) {
    const samples = await spokenSamples(speaker, each.question, 'sw');
    const transcript = await transcriber.transcribe(samples, { language: 'sw', hints }, never);
    // Language detection is slow, so it runs only for every fourth question.
    const isProbe = asked % probeEvery === 0;
    const found = isProbe
      ? await transcriber.transcribe(samples, { language: undefined }, never)
      : undefined;
    const right = transcript.text !== '' && (await isRight(transcript.text, each));
    if (await isRight(each.question, each)) written += 1;
    if (right) spokenRight += 1;
    if (found?.language === 'sw') known += 1;
    errors += wordErrors(each.question, transcript.text);
    console.log(`${right ? 'right' : 'WRONG'}  ${each.question}  →  ${transcript.text}`);
  }
  const share = (count: number) => (count / spokenQuestions.length).toFixed(2);
  console.log(`Swahili, built-in speech: ${share(spokenRight)} decided right`);
  console.log(
    `(written: ${share(written)}); words wrong: ${share(errors)}; detected as Swahili: ${known} of ` +
      `${spokenQuestions.length / probeEvery}`,
  );
}

async function printUnanswerable({ speaker, transcriber }: SpeechEngines): Promise<void> {
  if (speaker === undefined || transcriber === undefined) return;
  const { ask, hints } = await openDemo();
  for (const language of ['sw', 'en'] as const) {
    let [spokenAnswers, writtenAnswers] = [0, 0];
    for (const question of unanswerableQuestions[language]) {
      const samples = await spokenSamples(speaker, question, language);
      const transcript = await transcriber.transcribe(samples, { language, hints }, never);
      const reply = await ask(transcript.text, language);
      if (reply.answered) spokenAnswers += 1;
      if ((await ask(question, language)).answered) writtenAnswers += 1;
      console.log(`${reply.answered ? 'FALSE' : 'right'}  ${question}  →  ${transcript.text}`);
    }
    console.log(
      `Unanswerable questions (${language}), spoken: ${spokenAnswers} of ${unanswerableQuestions[language].length} ` +
        `answered (written: ${writtenAnswers})`,
    );
  }
}

/** The demo shop, prepared for questions. */
async function openDemo() {
  const { profile } = readProfileInput(demoProfile);
  const [vectors, read] = [await openVectors(), await openReadings()];
  const words = await prepare(knowledgeOf(profile));
  const prepared = vectors ? await vectors.joined(words) : words;
  return {
    hints: hintsOf(profile),
    ask: async (question: string, language: 'sw' | 'en') => {
      const nowMs = Date.parse(defaultNow);
      const ask = { question, history: [], language, mode: 'text', nowMs } as const;
      const reply = await answer(prepared, ask, { encode: vectors?.encode, read });
      if (process.argv.includes('--show'))
        console.log('   ', reply.answered, reply.text.slice(0, 90));
      return reply;
    },
  };
}

const englishTexts = [
  'We are open from Monday to Saturday, from seven in the morning until eight in the evening.',
  'Orders of one thousand shillings or more are delivered free of charge in the city.',
  'You can pay in cash, with your phone, or by card when you come to the shop.',
  'Fresh milk comes every morning and it is often sold out before ten.',
  'Please send us your list and we will confirm the price before we deliver.',
];

async function printEnglish({ speaker, transcriber }: SpeechEngines): Promise<void> {
  if (speaker === undefined || transcriber === undefined) return missing();
  let errors = 0;
  for (const text of englishTexts) {
    const samples = await spokenSamples(speaker, text, 'en');
    const transcript = await transcriber.transcribe(samples, { language: undefined }, never);
    errors += wordErrors(text, readAloud(transcript.text, 'en'));
    console.log(`${text}\n  → (${transcript.language}) ${transcript.text}`);
  }
  const share = 1 - errors / englishTexts.length;
  console.log(`English, built-in speech: ${share.toFixed(2)} of the words`);
}

export async function spokenSamples(speaker: Speaker, text: string, language: 'sw' | 'en') {
  const voice = speaker.voices.find((each) => each.language === language);
  if (voice === undefined) throw new Error(`no voice speaks ${language}`);
  const speech = await speaker.speak(text, voice, never);
  const samples: number[] = [];
  for await (const chunk of speech.chunks)
    for (const sample of chunk) samples.push(sample / 32_768);
  return resample(Float32Array.from(samples), speech.sampleRate, engineSampleRate);
}

function missing(): void {
  console.log('The packages for built-in speech are not installed.');
}
