/** Connects the microphone and the loudspeaker of a page with a live session. */
import { type LiveEvent, type LiveOptions, type LiveServer, openLive } from './live.ts';

export type TalkOptions = Omit<LiveOptions, 'onEvent'> & {
  readonly onEvent?: ((event: LiveEvent) => void) | undefined;
  /** An existing context; without it, one is created and closed with the session. */
  readonly context?: AudioContext | undefined;
};

export type Talk = Awaited<ReturnType<typeof startTalk>>;

/**
 * Requests the microphone; rejects with the browser's error if it is refused. Must be called from a click handler, or
 * the browser plays no sound.
 */
export async function startTalk(server: LiveServer, options: TalkOptions) {
  const context = options.context ?? new AudioContext();
  // Must run within the click handler. Not awaited: some browsers settle it only once there is a microphone.
  context.resume().catch(() => {});
  const stage = await openAudio(context, server, options).catch((error: unknown) => {
    if (options.context === undefined) void context.close();
    throw error;
  });
  const isManual = options.mode === 'manual';
  let isMicrophoneOpen = !isManual;
  let isMuted = false;
  let level = 0;
  const speaker = createLoudspeaker(stage.loudspeaker, (answer, ms, ended) =>
    session.played(answer, ms, ended),
  );
  const session = openLive(server, {
    ...options,
    onEvent: (event) => {
      speaker.take(event);
      options.onEvent?.(event);
    },
  });
  stage.onSound = (samples) => {
    level = isMicrophoneOpen && !isMuted ? loudness(samples) : 0;
    if (isMicrophoneOpen && !isMuted) session.sendSound(samples);
  };
  // The session ends if the microphone is removed.
  stage.onGone = session.end;
  void session.closed.then(stage.close);
  return {
    ...session,
    /** Manual mode: opens the microphone until `letGo` and stops the answer. */
    hold: (): void => {
      if (speaker.isPlaying()) session.interrupt();
      isMicrophoneOpen = true;
    },
    letGo: (): void => {
      if (isManual) isMicrophoneOpen = false;
      session.commit();
    },
    /** While muted, nothing is sent. */
    setMuted: (muted: boolean): void => {
      isMuted = muted;
    },
    /** The current input level, from 0 to 1. */
    level: (): number => level,
  };
}

/** The audio nodes of a session. */
interface Stage {
  readonly loudspeaker: AudioWorkletNode;
  onSound: (samples: Int16Array<ArrayBuffer>) => void;
  onGone: () => void;
  readonly close: () => void;
}

async function openAudio(
  context: AudioContext,
  { base }: LiveServer,
  { signal, context: given }: TalkOptions,
): Promise<Stage> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  });
  const tracks = stream.getTracks();
  const stopTracks = () => {
    for (const track of tracks) track.stop();
  };
  try {
    signal?.throwIfAborted();
    // Loaded from a URL: a strict content security policy blocks inline worklets.
    await context.audioWorklet.addModule(`${base}/live-worklet.js`);
    signal?.throwIfAborted();
    const microphone = new AudioWorkletNode(context, 'baraza-microphone');
    const loudspeaker = new AudioWorkletNode(context, 'baraza-loudspeaker', { numberOfInputs: 0 });
    const source = context.createMediaStreamSource(stream);
    // It outputs silence, but a node without a destination would not be processed.
    source.connect(microphone).connect(context.destination);
    loudspeaker.connect(context.destination);
    // A phone call or another page may have suspended audio; resumed when the page is visible again.
    const wake = () => {
      if (!document.hidden && context.state !== 'closed') context.resume().catch(() => {});
    };
    wake();
    document.addEventListener('visibilitychange', wake);
    context.addEventListener('statechange', wake);
    const stage: Stage = {
      loudspeaker,
      onSound: () => {},
      onGone: () => {},
      close: () => {
        document.removeEventListener('visibilitychange', wake);
        context.removeEventListener('statechange', wake);
        for (const node of [source, microphone, loudspeaker]) node.disconnect();
        stopTracks();
        if (given === undefined) void context.close();
      },
    };
    microphone.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) =>
      stage.onSound(data);
    for (const track of tracks) track.onended = () => stage.onGone();
    return stage;
  } catch (error) {
    stopTracks();
    throw error;
  }
}

function createLoudspeaker(
  node: AudioWorkletNode,
  onPlayed: (answer: string, ms: number, ended: boolean) => void,
) {
  let playing:
    | { readonly answer: string; readonly rate: number; readonly fromMs: number }
    | undefined;
  let fromMs = 0;
  node.port.onmessage = ({ data: [samples, ended] }: MessageEvent<[number, boolean]>) => {
    if (playing === undefined) return;
    const { answer, rate } = playing;
    onPlayed(answer, Math.round(playing.fromMs + (samples * 1000) / rate), ended);
    if (ended) playing = undefined;
  };
  return {
    isPlaying: () => playing !== undefined,
    take: (event: LiveEvent) => {
      switch (event.type) {
        case 'audio':
          playing = { answer: event.answer, rate: event.sample_rate, fromMs };
          fromMs = 0;
          node.port.postMessage(event.sample_rate);
          return;
        case 'sound':
          node.port.postMessage(event.samples, [event.samples.buffer]);
          return;
        case 'audio_end':
          node.port.postMessage('end');
          return;
        case 'interrupted':
          node.port.postMessage('flush');
          return;
        case 'resumed':
          fromMs = event.from_ms;
      }
    },
  };
}

function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) / 6_000);
}
