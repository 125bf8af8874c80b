/** A live session whose turns become exchanges of the conversation. */

import type { LiveEnd, LiveEvent } from '@baraza/client';
import type { Language } from '@baraza/contract';
import type { Exchange } from '../panel/memory.ts';
import { type Bar, liveBar } from './bar.ts';
import type { VoiceTools } from './voice-tools.ts';
import { type VoiceWords, voiceWords } from './words.ts';

export type Talking = ReturnType<typeof startTalking>;

/**
 * Can be stopped at any time, even while connecting, so that no microphone stays open behind a closed conversation.
 * `onEnd` is called once; with a reason, unless it was stopped here.
 */
export function startTalking(
  tools: VoiceTools,
  context: AudioContext,
  onEnd: (ending: Ending) => void,
) {
  const words = voiceWords[tools.language()];
  const stop = new AbortController();
  const turns = createTurns(tools, words, (text) => bar.setText(text));
  let level = () => 0;
  const bar: Bar = liveBar(
    words.connecting,
    { label: words.end, onPress: () => stop.abort() },
    () => level(),
  );
  bar.node.classList.add('free');
  tools.place(bar.node);
  bar.focus();
  let isOver = false;
  const end = (ending: Ending, isByVisitor: boolean) => {
    if (isOver) return;
    isOver = true;
    bar.end();
    turns.end(isByVisitor);
    if (bar.node.isConnected) tools.place(undefined);
    onEnd(ending);
  };
  const run = async (): Promise<Ending> => {
    const client = await tools.client();
    stop.signal.throwIfAborted();
    const talk = await client.talk({
      ...tools.visit(),
      context,
      signal: stop.signal,
      onEvent: (event) => {
        // Late messages are ignored: the conversation may be cleared by now.
        if (!isOver) turns.take(event);
      },
    });
    ({ level } = talk);
    return { sentence: endingOf(await talk.closed, words) };
  };
  // At once, without waiting for the server.
  stop.signal.addEventListener('abort', () => end({}, true), { once: true });
  const over = run().then(
    (ending) => end(ending, false),
    (error) => end({ error }, false),
  );
  return {
    stop: () => stop.abort(),
    /** Resolves when the session is fully closed, a little after it was stopped. */
    over,
  };
}

interface Ending {
  readonly sentence?: string | undefined;
  readonly error?: unknown;
}

function createTurns(tools: VoiceTools, words: VoiceWords, show: (text: string) => void) {
  const transcripts = new Map<string, { readonly text: string; readonly language: Language }>();
  const answers = new Map<string, Exchange>();
  let spoken: string | undefined;
  let isSpeaking = false;
  return {
    take: (event: LiveEvent): void => {
      switch (event.type) {
        case 'ready':
          tools.announce(words.listening);
          show(words.listening);
          return;
        case 'speech':
          // Transcription takes a while, so a placeholder is shown.
          if (!isSpeaking) show(event.state === 'end' ? words.thinking : words.listening);
          return;
        case 'transcript': {
          const isEmpty = event.text.trim() === '';
          if (!event.final) {
            if (!isSpeaking && !isEmpty) show(`“${endOf(event.text)}”`);
            return;
          }
          if (!isEmpty) transcripts.set(event.turn, event);
          if (!isSpeaking) show(isEmpty ? words.listening : words.thinking);
          return;
        }
        case 'answer': {
          // Only now: a transcript without an answer, such as a backchannel word, is not a question.
          const transcript = transcripts.get(event.turn);
          transcripts.delete(event.turn);
          if (transcript !== undefined)
            answers.set(event.answer, tools.exchangeOf(transcript.text, transcript.language));
          return;
        }
        case 'token': {
          const exchange = answers.get(event.answer);
          if (exchange === undefined) return;
          exchange.text += event.text;
          tools.onChange(exchange);
          return;
        }
        case 'audio':
        case 'resumed':
          spoken = event.answer;
          isSpeaking = true;
          show(words.speaking);
          return;
        case 'audio_end':
        case 'interrupted':
          isSpeaking = false;
          show(words.listening);
          return;
        case 'done': {
          const exchange = answers.get(event.answer);
          answers.delete(event.answer);
          if (spoken !== event.answer) show(words.listening);
          if (exchange === undefined) return;
          const { answer: _, turn: __, interrupted: ___, ...done } = event;
          const { error, handoff } = done;
          // A spoken answer is not announced to screen readers as well.
          if (spoken !== event.answer) tools.announce(exchange.text);
          if (error?.code === 'busy') {
            const sentence = exchange.text || undefined;
            Object.assign(exchange, { text: '', failure: { reason: 'busy', sentence, handoff } });
          } else exchange.done = done;
          if (done.person === true) {
            tools.announce(words.forPerson);
            show(words.forPerson);
          }
          tools.onChange(exchange);
          return;
        }
        case 'warning':
          if (event.code === 'plan') show(words.plan);
      }
    },
    /** Questions without an answer can be asked again as text. */
    end: (isByVisitor: boolean) => {
      for (const exchange of answers.values()) {
        exchange.failure = { reason: isByVisitor ? 'stopped' : 'lost' };
        tools.onChange(exchange);
      }
      answers.clear();
    },
  };
}

function endingOf({ code }: LiveEnd, words: VoiceWords): string | undefined {
  if (code === 1000) return words.ended;
  if (code === 4402) return words.plan;
  if (code === 4403 || code === 4401) return words.unavailable;
  if (code === 4429 || code === 4503 || code === 1001) return words.busy;
  return code === 4408 || code === 4409 ? words.ended : words.lost;
}

// The bar has room for a line or two.
const wordsShown = 12;

function endOf(text: string): string {
  const words = text.trim().split(/\s+/);
  return `${words.length > wordsShown ? '… ' : ''}${words.slice(-wordsShown).join(' ')}`;
}
