/** Uploads to a bucket, two at a time; each can be stopped and retried. */
import { signal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';

export interface Upload {
  readonly id: number;
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'stopped' | 'exists' | 'failed';
  readonly share: number;
  readonly problem?: ApiProblem;
}

export type Uploads = ReturnType<typeof createUploads>;

const atOnce = 2;

export function createUploads(bucket: string, onDone: () => void) {
  const list = signal<readonly Upload[]>([]);
  const running = new Map<number, AbortController>();
  const replacing = new Set<number>();
  let lastId = 0;

  const set = (id: number, change: Partial<Upload>) => {
    list.value = list.value.map((one) => (one.id === id ? { ...one, ...change } : one));
  };
  const next = () => {
    for (const one of list.peek()) {
      if (running.size >= atOnce) return;
      if (one.state === 'waiting') void send(one);
    }
  };
  const send = async ({ id, key, file }: Upload) => {
    const stopping = new AbortController();
    running.set(id, stopping);
    set(id, { state: 'sending', share: 0 });
    try {
      await client.platform.storage.upload(bucket, key, file, {
        signal: stopping.signal,
        ifNoneMatch: replacing.has(id) ? undefined : '*',
        onProgress: ({ bytes, totalBytes = 0 }) =>
          set(id, { share: totalBytes === 0 ? 0 : bytes / totalBytes }),
      });
      set(id, { state: 'done', share: 1 });
      onDone();
    } catch (error) {
      if (stopping.signal.aborted) return set(id, { state: 'stopped' });
      const problem = asProblem(error);
      set(id, { state: existsAlready(problem) ? 'exists' : 'failed', problem });
    } finally {
      running.delete(id);
      next();
    }
  };
  return {
    list,
    add: (files: readonly File[], folder: string) => {
      const added = files.map((file): Upload => {
        lastId += 1;
        return { id: lastId, key: `${folder}${file.name}`, file, state: 'waiting', share: 0 };
      });
      list.value = [...list.value, ...added];
      next();
    },
    stop: (id: number) => {
      running.get(id)?.abort();
      if (!running.has(id)) set(id, { state: 'stopped' });
    },
    /** `isReplacing` overwrites an existing object with that key. */
    again: (id: number, isReplacing: boolean) => {
      if (isReplacing) replacing.add(id);
      set(id, { state: 'waiting', share: 0 });
      next();
    },
    clear: () => {
      list.value = list.value.filter(({ state }) => state === 'waiting' || state === 'sending');
    },
    stopAll: () => {
      for (const stopping of running.values()) stopping.abort();
    },
  };
}

// Other conflicts, such as an archived or full bucket, show the server's message.
function existsAlready({ status, code }: ApiProblem): boolean {
  return status === 409 && code === 'version';
}
