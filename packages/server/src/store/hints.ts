/**
 * Processes on one store notify each other that something has changed, by its id. A hint carries no data: its
 * receivers read the store. A lost or repeated hint only costs time.
 */
export interface Hint {
  readonly about: HintTopic;
  readonly id: string;
}

/**
 * An owner's activity, a key's end, a site or its visitors' sessions, a conversation or who types in it, a kind of
 * item in the outbox, the plans of sites.
 */
type HintTopic = (typeof topics)[number];

export interface OtherProcesses {
  /** Notifies the other processes soon, together with other hints; lost if this process ends earlier. */
  readonly notify: (hint: Hint) => void;
  /**
   * Calls back for each hint of another process or of a transaction of this one; with undefined when hints may
   * have been missed, so that everything has to be read again. Returns the function that stops listening.
   */
  readonly listen: (onHint: (hint: Hint | undefined) => void) => () => Promise<void>;
  /** Whether hints arrive now; while they do not, the store is polled more often. */
  readonly isListening: () => boolean;
}

const topics = ['activity', 'key', 'outbox', 'plans', 'site', 'talk', 'typing'] as const;
const hintPattern = /^([a-z]{1,12}) ([\w.-]{0,100})$/;

// PostgreSQL takes payloads below 8,000 bytes.
const payloadMax = 7_500;

/** The texts of hints from one sender, each short enough to be sent at once. */
export function payloadsOf(sender: string, hints: Iterable<Hint>): readonly string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const { about, id } of hints) {
    const line = `\n${about} ${id}`;
    if (payload.length + line.length > payloadMax) {
      payloads.push(payload);
      payload = sender;
    }
    payload += line;
  }
  return payload === sender ? payloads : [...payloads, payload];
}

/** Any client of the database may have sent it: other text is ignored. */
export function readPayload(payload: string): {
  readonly sender: string;
  readonly hints: readonly Hint[];
} {
  const [sender = '', ...lines] = payload.slice(0, payloadMax).split('\n');
  const hints = lines.flatMap((line): Hint[] => {
    const [, word, id = ''] = hintPattern.exec(line) ?? [];
    const about = topics.find((topic) => topic === word);
    return about === undefined ? [] : [{ about, id }];
  });
  return { sender, hints };
}
