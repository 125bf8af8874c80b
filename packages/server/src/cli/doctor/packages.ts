/** Whether the packages of what is built in are there and whole. */
import { findBuiltInModels, findPictureFault, findSpeechPackages } from '../../server/assemble.ts';
import type { Config } from '../../setup/config.ts';
import { type Finding, missing, ok } from './doctor-check.ts';

type Speech = Awaited<ReturnType<typeof findSpeechPackages>>;

const install = 'npm ci, without leaving optional packages out';
const fetchIt = 'npx baraza add speech';

export async function examinePackages(config: Config): Promise<readonly Finding[]> {
  const { encoder, reader } = await findBuiltInModels();
  const speech = await findSpeechPackages(config);
  const picture = await findPictureFault();
  return [
    encoder && reader
      ? ok('answers', 'built-in')
      : missing('answers', 'not whole or not installed: weights, or onnxruntime-node', install),
    hearingOf(speech, config),
    speakingOf(speech, config),
    picture === undefined
      ? ok('pictures', 'photos and scanned pages are read')
      : missing('pictures', picture, install),
  ];
}

function hearingOf(speech: Speech, { speech: isOn, sttUrl }: Config): Finding {
  if (!isOn && sttUrl === undefined) return switchedOff('hearing');
  const lacking = speech.lacking.filter(
    (name) => name === 'audio-decode' || (sttUrl === undefined && name !== espeak),
  );
  if (lacking.length > 0) return notThere('hearing', lacking);
  if (sttUrl !== undefined) return byServer('hearing', sttUrl);
  if (speech.whisper && speech.detector) return builtIn('hearing', speech);
  const [fault = 'there is no onnxruntime-node for this machine'] = speech.faults;
  const { fetched } = speech;
  const isFetched = speech.faults.length > 0 && fetched !== undefined;
  return missing('hearing', fault, isFetched ? `remove ${fetched}, then ${fetchIt}` : install);
}

function speakingOf(speech: Speech, { speech: isOn, ttsUrl }: Config): Finding {
  if (ttsUrl !== undefined) return byServer('speaking', ttsUrl);
  if (!isOn) return switchedOff('speaking');
  return speech.espeak ? builtIn('speaking', speech) : notThere('speaking', [espeak]);
}

const espeak = '@echogarden/espeak-ng-emscripten';

function builtIn(name: string, { fetched }: Speech): Finding {
  return ok(name, fetched === undefined ? 'built-in' : `built-in, from ${fetched}`);
}

function byServer(name: string, url: string): Finding {
  return ok(name, `by the server at ${new URL(url).host}`);
}

function switchedOff(name: string): Finding {
  return ok(name, 'switched off by BARAZA_SPEECH');
}

function notThere(name: string, packages: readonly string[]): Finding {
  return missing(name, `not there: ${packages.join(', ')}`, fetchIt);
}
