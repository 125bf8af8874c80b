/** Loads the voice part when it is first used. */

import type { SiteConfig } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import type { Stage } from '../launcher/stage.ts';
import type { Voice } from '../voice/voice.ts';
import type { VoiceTools } from '../voice/voice-tools.ts';
import { icons } from './icons.ts';
import { plainText } from './markdown.ts';
import type { Exchange } from './memory.ts';
import { allWords } from './words.ts';

export type Speech = ReturnType<typeof createSpeech>;

interface SpeechTools extends Omit<VoiceTools, 'servers' | 'embed' | 'language'> {
  readonly stage: Stage;
  readonly config: () => SiteConfig;
}

export function createSpeech(tools: SpeechTools) {
  const { stage, config, announce } = tools;
  let voice: Voice | undefined;
  let tries = 0;
  let isDown = false;
  let stops = 0;
  let reading: { readonly stop: AbortController; readonly button?: HTMLButtonElement } | undefined;

  async function load(): Promise<Voice> {
    if (voice !== undefined) return voice;
    const again = tries === 0 ? '' : `?${tries}`;
    tries += 1;
    const { createVoice } = (await import(
      /* @vite-ignore */ `${stage.embed.parts}w/${VOICE_FILE}${again}`
    )) as { readonly createVoice: (tools: VoiceTools) => Voice };
    voice ??= createVoice({
      ...tools,
      servers: stage.servers,
      embed: stage.embed,
      language: () => config().language,
    });
    return voice;
  }

  /** Undefined if the conversation was closed while the part was loading. */
  async function loadUnlessStopped(): Promise<Voice | undefined> {
    const before = stops;
    const loaded = await load();
    return stops === before ? loaded : undefined;
  }

  const reportFailure = () => {
    const { voiceLost } = allWords[config().language];
    announce(voiceLost);
    tools.place(element('p', { class: 'bar' }, voiceLost));
  };

  function stopReading(): boolean {
    const was = reading;
    reading = undefined;
    was?.stop.abort();
    return was !== undefined;
  }

  return {
    hold: async (down: boolean) => {
      isDown = down;
      try {
        if (down) {
          stopReading();
          const loaded = await loadUnlessStopped();
          loaded?.press();
          // Released while the part was loading: a tap, so the next tap ends the recording.
          if (!isDown) loaded?.release();
        } else voice?.release();
      } catch {
        reportFailure();
      }
    },
    talk: async () => {
      stopReading();
      try {
        (await loadUnlessStopped())?.talk();
      } catch {
        reportFailure();
      }
    },
    /** Reads an answer aloud; its button stops it. Resolves with false on failure. */
    read: async (exchange: Exchange, button: HTMLButtonElement | undefined) => {
      const isSame = reading !== undefined && reading.button === button;
      stopReading();
      if (isSame && button !== undefined) return true;
      const mine = { stop: new AbortController(), ...(button === undefined ? {} : { button }) };
      reading = mine;
      const words = allWords[config().language];
      const show = (isReading: boolean) => {
        button?.replaceChildren(icon(...(isReading ? icons.stop : icons.listen)));
        button?.setAttribute('aria-label', isReading ? words.silence : words.listen);
      };
      show(true);
      try {
        const { text, done } = exchange;
        const loaded = await load();
        if (mine.stop.signal.aborted) return true;
        return await loaded.read(
          plainText(text),
          done?.language ?? config().language,
          mine.stop.signal,
        );
      } catch {
        if (mine.stop.signal.aborted) return true;
        reportFailure();
        return false;
      } finally {
        show(false);
        if (reading === mine) reading = undefined;
      }
    },
    /** Whether there was anything to stop. */
    stop: () => {
      stops += 1;
      const wasReading = stopReading();
      const wasOpen = voice?.stop() ?? false;
      return wasReading || wasOpen;
    },
  };
}
