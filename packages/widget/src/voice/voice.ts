/** Voice input by push-to-talk or tap-to-talk, and answers read aloud. */
import type { Language } from '@baraza/contract';
import { element } from '../launcher/element.ts';
import { type Bar, liveBar } from './bar.ts';
import { CallRefused, createCalls } from './calls.ts';
import { play } from './player.ts';
import { type Recording, startRecording } from './recorder.ts';
import { startTalking, type Talking } from './talk.ts';
import type { VoiceTools } from './voice-tools.ts';
import { voiceWords } from './words.ts';

export type Voice = ReturnType<typeof createVoice>;

export function createVoice(tools: VoiceTools) {
  const calls = createCalls(tools.servers, tools.embed.site, tools.visitor);
  const context = new AudioContext();
  let current: { readonly end: AbortController; recording?: Recording; bar: Bar } | undefined;
  let pressedMs = 0;
  let talking: Talking | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let readings = 0;
  const words = () => voiceWords[tools.language()];

  function showNotice(text: string, onAgain?: () => void): void {
    tools.announce(text);
    tools.place(
      element(
        'div',
        { class: 'bar' },
        element('p', {}, text),
        onAgain &&
          element('button', { type: 'button', class: 'chip', click: onAgain }, words().sendAgain),
      ),
    );
  }

  function show(
    text: string,
    state: 'starting' | 'recording' | 'hearing',
    level?: () => number,
  ): Bar {
    const cancel = () => {
      stop();
      showNotice(words().cancelled);
    };
    const bar = liveBar(
      text,
      { label: words().cancel, onPress: cancel, isTextButton: true },
      level,
    );
    bar.node.classList.add(state);
    tools.place(bar.node);
    return bar;
  }

  async function begin(): Promise<void> {
    const mine = {
      end: new AbortController(),
      bar: show(words().starting, 'starting'),
    } as NonNullable<typeof current>;
    current = mine;
    try {
      // Not awaited: after a late press the browser resumes audio with the microphone, or not at all.
      void context.resume();
      const recording = await startRecording(context);
      if (mine.end.signal.aborted) {
        recording.cancel();
        return;
      }
      mine.recording = recording;
      mine.bar = show(words().letGo, 'recording', recording.level);
      tools.announce(words().recording);
      limit = setTimeout(() => void finish(), recordingMsMax);
    } catch (error) {
      if (current === mine) fail(error);
    }
  }

  async function finish(): Promise<void> {
    const mine = current;
    if (mine?.recording === undefined) return;
    const { recording } = mine;
    delete mine.recording;
    clearTimeout(limit);
    mine.bar.end();
    mine.bar = show(words().hearing, 'hearing');
    try {
      await transcribe(mine, await recording.stop());
    } catch (error) {
      if (current === mine) fail(error);
    }
  }

  async function transcribe(mine: NonNullable<typeof current>, sound: Blob): Promise<void> {
    const slow = setTimeout(() => mine.bar.setText(words().slow), slowMs);
    try {
      const { text, language } = await calls.transcribe(sound, mine.end.signal);
      if (current !== mine) return;
      current = undefined;
      mine.bar.end();
      tools.place(undefined);
      if (text.trim() === '') {
        showNotice(words().nothing);
        suspendWhenIdle();
      } else tools.onTranscript(text, language);
    } catch (error) {
      if (current === mine) fail(error, () => sendAgain(sound));
    } finally {
      clearTimeout(slow);
    }
  }

  /** Sends the same recording again. */
  function sendAgain(sound: Blob): void {
    stop();
    current = { end: new AbortController(), bar: show(words().hearing, 'hearing') };
    void transcribe(current, sound);
  }

  function fail(error: unknown, onAgain?: () => void): void {
    stop();
    const reason = reasonOf(error);
    const isPassing = reason === 'busy' || reason === 'lost' || reason === 'failed';
    if (onAgain === undefined || !isPassing) showNotice(words()[reason]);
    else showNotice(words()[reason === 'busy' ? 'full' : reason], onAgain);
  }

  function stop(): boolean {
    const mine = current;
    const wasTalking = talking !== undefined;
    current = undefined;
    talking?.stop();
    talking = undefined;
    suspendWhenIdle();
    if (mine === undefined) return wasTalking;
    clearTimeout(limit);
    mine.end.abort();
    mine.bar.end();
    mine.recording?.cancel();
    tools.place(undefined);
    return true;
  }

  /** Suspends the audio context while idle, to save battery. */
  function suspendWhenIdle(): void {
    if (current === undefined && talking === undefined && readings === 0) void context.suspend();
  }

  return {
    press: () => {
      pressedMs = performance.now();
      if (talking !== undefined) stop();
      else if (current === undefined) void begin();
      else void finish();
    },
    release: () => {
      // A shorter press was a tap: the recording runs until the next one.
      if (performance.now() - pressedMs > heldMsMin) void finish();
    },
    talk: () => {
      if (stop()) return;
      talking = startTalking(tools, context, ({ sentence, error }) => {
        talking = undefined;
        if (error !== undefined) showNotice(words()[reasonOf(error)]);
        else if (sentence !== undefined) showNotice(sentence);
      });
      void talking.over.then(suspendWhenIdle);
    },
    /** Resolves when playback has ended; with false if it failed. */
    read: async (text: string, language: Language, signal: AbortSignal) => {
      readings += 1;
      try {
        await Promise.race([context.resume(), rejectOnAbort(signal)]);
        await play(await calls.speak(firstPart(text), language, signal), context, signal);
        return true;
      } catch (error) {
        // A stop by the visitor is not a failure.
        if (signal.aborted) return true;
        showNotice(words()[reasonOf(error)]);
        return false;
      } finally {
        readings -= 1;
        suspendWhenIdle();
      }
    },
    /** Whether something was stopped. */
    stop,
  };
}

/** Rejects on abort. A browser that does not allow audio yet may never settle `resume`. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

const recordingMsMax = 60_000;
const heldMsMin = 500;
const slowMs = 4_000;
const speakCharactersMax = 1_000;

/** The beginning of a text: as many whole sentences as one call may contain. */
function firstPart(text: string): string {
  if (text.length <= speakCharactersMax) return text;
  const cut = text.slice(0, speakCharactersMax);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('? '), cut.lastIndexOf('! '));
  return end > 0 ? cut.slice(0, end + 1) : cut;
}

function reasonOf(error: unknown) {
  if (error instanceof CallRefused) {
    if (error.status === 402) return 'plan';
    if (error.status === 429 || error.retryMs !== undefined) return 'busy';
    if (error.status >= 500) return 'failed';
    return error.status === 413 || error.status === 415 ? 'nothing' : 'unavailable';
  }
  const { name } = error as Error;
  if (name === 'NotAllowedError') return 'refused';
  // On an insecure page there is no microphone API.
  if (name === 'NotFoundError' || navigator.mediaDevices === undefined) return 'missing';
  return 'lost';
}
