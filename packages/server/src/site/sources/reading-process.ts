/** The process that reads one source: it starts and ends with it, and has no network, disk or environment. */
import path from 'node:path';
import { invalid, Problem } from '../../kernel/problem.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { folderOfPackage } from '../../kernel/process/code-places.ts';
import type { Progress } from './formats/blocks.ts';
import type { FileNames } from './formats/read-file.ts';
import type { PageLink } from './page-queue.ts';

export type ReaderRequest =
  | ({ readonly kind: 'file' } & FileNames)
  | {
      readonly kind: 'web';
      readonly url: string;
      readonly type: string;
      /** Whether the reply has the links of the page and the numbers of its proposals. */
      readonly isWhole: boolean;
      /** Whether a page in its place is ignored. */
      readonly isSitemap: boolean;
    }
  /** The robots.txt of an origin. */
  | { readonly kind: 'robots'; readonly url: string }
  | { readonly kind: 'may-fetch'; readonly url: string; readonly agent: string }
  | {
      readonly kind: 'propose';
      readonly name: string;
      readonly currency: string;
      /** The keys of the profile's entries, from `knownIn`. */
      readonly known: readonly string[];
    };

export type ReaderReply =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'page';
      readonly links: readonly PageLink[];
      /** How many proposals of each list the page adds. */
      readonly found: { readonly [list: string]: number };
    }
  /** Each proposal, and each part that was left out, as JSON. */
  | {
      readonly kind: 'proposed';
      readonly proposals: readonly string[];
      readonly leftOut: readonly string[];
    }
  | {
      readonly kind: 'sitemap';
      readonly pages: readonly string[];
      readonly sitemaps: readonly string[];
    }
  | {
      readonly kind: 'may-fetch';
      readonly may: boolean;
      /** The pause between two requests that the site asks for. */
      readonly delaySeconds: number;
    };

export type ReadingProcess = ReturnType<typeof startReadingProcess>;

// CPU time of a whole source.
const cpuMsMax = 60_000;
// A process that stands back gets little of a busy processor.
const requestMs = 5 * 60_000;

/** `onCpuMs` hears about every second, and at the end, what the process has used. */
export function startReadingProcess(signal: AbortSignal, onCpuMs: (cpuMs: number) => void) {
  const child = createChild<ReaderRequest, ReaderReply, Progress>({
    name: 'the process that reads a source',
    kind: 'sources',
    program: new URL('./child/program.ts', import.meta.url),
    isOneShot: true,
    isBackground: true,
    stallMs: requestMs,
    cpuMsMax,
    onUsage: ({ cpuSeconds }) => onCpuMs(cpuSeconds * 1_000),
    heapMegabytes: 256,
    memoryMegabytes: 512,
    readable: parserFolders(),
  });
  return {
    /**
     * `chunks` are the bytes to read. Rejects with `ChildEnded` when the process has ended or took too long. What the
     * process cannot read is always `invalid`: it handles untrusted files, so it does not choose the status.
     */
    ask: (
      request: ReaderRequest,
      chunks: readonly Uint8Array[] = [],
      onProgress: (progress: Progress) => void = () => {},
    ) =>
      child
        .ask(request, signal, 'urgent', { deadlineMs: requestMs, chunks, onProgress })
        .catch((error: unknown) => {
          throw error instanceof Problem ? invalid(error.message) : error;
        }),
    /** From now on every other process goes before it. */
    standBack: child.standBack,
    end: child.close,
  };
}

const parsers = [
  'unpdf',
  'mammoth',
  'read-excel-file',
  'htmlparser2',
  'marked',
  'robots-parser',
  'fflate',
  'tesseract.js-core',
  '@tesseract.js-data/swa',
  '@tesseract.js-data/eng',
];

/** The `node_modules` folders of the parsers, which also have their dependencies, and our own packages. */
function parserFolders(): readonly string[] {
  const parserPlaces = parsers.flatMap((name) => {
    const folder = folderOfPackage(name);
    return folder === undefined ? [] : [path.join(folder, name.includes('/') ? '../..' : '..')];
  });
  // Linked into the folder of packages; the permission applies to the real paths.
  const own = ['@baraza/contract', '@baraza/answer-model'];
  return [...new Set(parserPlaces), ...own.flatMap((name) => folderOfPackage(name) ?? [])];
}
