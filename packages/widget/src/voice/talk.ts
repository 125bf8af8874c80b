/** Free talk: a live session whose turns become exchanges of the conversation. */
import type { LiveEnd, LiveEvent } from '@baraza/client';
import type { Language } from '@baraza/contract';
import type { Exchange } from '../panel/memory.ts';
import { type Bar, liveBar } from './bar.ts';
import type { VoiceTools } from './voice.ts';
import { type VoiceWords, voiceWords } from './words.ts';

export interface Talking {
  readonly stop: () => void;
}

/** `onEnd` comes once, with what to say about it where it did not end as it was meant to. */
export async function startTalking(
  tools: VoiceTools,
  context: AudioContext,
  onEnd: (sentence: string | undefined) => void,
): Promise<Talking> {
  const words = voiceWords[tools.language()];
  const stop = new AbortController();
  const turns = createTurns(tools, words, (text) => bar.setText(text));
  let level = () => 0;
  const bar: Bar = liveBar(
    words.connecting,
    { label: words.end, onPress: () => stop.abort() },
    () => level(),
  );
  tools.place(bar.node);
  bar.focus();
  const end = (sentence: string | undefined) => {
    bar.end();
    tools.place(undefined);
    turns.end();
    onEnd(sentence);
  };
  try {
    const client = await tools.client();
    const talk = await client.talk({
      ...tools.visit(),
      context,
      signal: stop.signal,
      onEvent: turns.take,
    });
    ({ level } = talk);
    void talk.closed.then((closed) =>
      end(stop.signal.aborted ? undefined : endingOf(closed, words)),
    );
  } catch (error) {
    end(undefined);
    if (!stop.signal.aborted) throw error;
  }
  return { stop: () => stop.abort() };
}

function createTurns(tools: VoiceTools, words: VoiceWords, show: (text: string) => void) {
  const heard = new Map<string, { readonly text: string; readonly language: Language }>();
  const answers = new Map<string, Exchange>();
  let spoken: string | undefined;
  return {
    take: (event: LiveEvent): void => {
      switch (event.type) {
        case 'ready':
          tools.say(words.listening);
          show(words.listening);
          return;
        case 'transcript': {
          if (!event.final || event.text.trim() === '') return;
          heard.set(event.turn, event);
          show(words.thinking);
          return;
        }
        case 'answer': {
          // Not before: a word that only encourages the speaker is no question.
          const said = heard.get(event.turn);
          heard.delete(event.turn);
          if (said !== undefined)
            answers.set(event.answer, tools.exchangeOf(said.text, said.language));
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
          show(words.speaking);
          return;
        case 'audio_end':
        case 'interrupted':
          show(words.listening);
          return;
        case 'done': {
          const exchange = answers.get(event.answer);
          answers.delete(event.answer);
          if (spoken !== event.answer) show(words.listening);
          if (exchange === undefined) return;
          const { answered, language, sources, handoff, id, error } = event;
          exchange.done = {
            type: 'done',
            answered,
            language,
            sources,
            handoff,
            id,
            ...(error === undefined ? {} : { error }),
          };
          tools.onChange(exchange);
          // Whoever hears the answer need not hear it twice.
          if (spoken !== event.answer) tools.say(exchange.text);
          return;
        }
        case 'warning':
          if (event.code === 'plan') show(words.plan);
      }
    },
    /** What was asked and not answered can be asked again, in writing. */
    end: () => {
      for (const exchange of answers.values()) {
        exchange.failure = { reason: 'lost' };
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
