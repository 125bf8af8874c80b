/** Child process of the voice detector: live windows per talker in order, whole recordings in between. */
import { childInput, serveRequests } from '../../kernel/process/child-program.ts';
import { loudnessOf, silenceLevel, windowSamples } from '../loudness.ts';
import type { DetectorInput, DetectorNote, DetectorReply, DetectorRequest } from './messages.ts';
import { openSilero, type RecurrentState } from './silero.ts';

interface TalkerState {
  readonly state: RecurrentState;
  last: Promise<unknown>;
}

const silero = await openSilero(childInput<DetectorInput>().weights);
const silentWindowsMax = 8;
const talkers = new Map<number, TalkerState>();

serveRequests<DetectorRequest>(
  (request, { signal }) =>
    'window' in request
      ? detectInWindow(request.talker, request.window)
      : detectInRecording(request.recording, signal),
  (message) => talkers.delete((message as DetectorNote).closedTalker),
);

/** Chained per talker: each window depends on the recurrent state that the one before left. */
async function detectInWindow(name: number, window: Float32Array): Promise<DetectorReply> {
  const talker = talkers.get(name) ?? { state: silero.createState(), last: Promise.resolve() };
  talkers.set(name, talker);
  const probability = talker.last.then(() => silero.speechProbability(talker.state, window));
  talker.last = probability.catch(() => {});
  return { probabilities: Float32Array.of(await probability) };
}

async function detectInRecording(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<DetectorReply> {
  const probabilities = new Float32Array(Math.ceil(samples.length / windowSamples));
  let state = silero.createState();
  let silentWindows = 0;
  for (let at = 0; at < probabilities.length && !signal.aborted; at += 1) {
    const window = samples.subarray(at * windowSamples, (at + 1) * windowSamples);
    silentWindows = loudnessOf(window) < silenceLevel ? silentWindows + 1 : 0;
    // The first silent windows still belong to the end of a word; after them the network is skipped.
    if (silentWindows > silentWindowsMax) state = silero.createState();
    else probabilities[at] = await silero.speechProbability(state, window);
  }
  return { probabilities };
}
