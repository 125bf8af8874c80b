/** The process of the voice detector: windows of talkers one after another, and whole recordings in between. */
import { childInput, serveParent } from '../child.ts';
import { loudnessOf, quietest, windowSamples } from '../loudness.ts';
import type { DetectorInput, DetectorNote, DetectorReply, DetectorRequest } from './messages.ts';
import { type Heard, openSilero } from './silero.ts';

interface Talker {
  readonly heard: Heard;
  last: Promise<unknown>;
}

const silero = await openSilero(childInput<DetectorInput>().weights);
const quietHeard = 8;
const talkers = new Map<number, Talker>();

serveParent<DetectorRequest & { readonly id: number }>(
  (request, isForgotten) =>
    'window' in request
      ? hearWindow(request.talker, request.window)
      : hearRecording(request.recording, isForgotten),
  (note) => talkers.delete((note as DetectorNote).leaves),
);

/** In the order they came, though each is awaited: the next one hears what this one left. */
async function hearWindow(name: number, window: Float32Array): Promise<DetectorReply> {
  const talker = talkers.get(name) ?? { heard: silero.begin(), last: Promise.resolve() };
  talkers.set(name, talker);
  const hearing = talker.last.then(() => silero.hear(talker.heard, window));
  talker.last = hearing.catch(() => {});
  return { likely: Float32Array.of(await hearing) };
}

async function hearRecording(
  samples: Float32Array,
  isForgotten: () => boolean,
): Promise<DetectorReply> {
  const likely = new Float32Array(Math.ceil(samples.length / windowSamples));
  let heard = silero.begin();
  let quietWindows = 0;
  for (let at = 0; at < likely.length && !isForgotten(); at += 1) {
    const window = samples.subarray(at * windowSamples, (at + 1) * windowSamples);
    quietWindows = loudnessOf(window) < quietest ? quietWindows + 1 : 0;
    // The first quiet ones still tell how a word ended; after that there is nothing to hear.
    if (quietWindows > quietHeard) heard = silero.begin();
    else likely[at] = await silero.hear(heard, window);
  }
  return { likely };
}
