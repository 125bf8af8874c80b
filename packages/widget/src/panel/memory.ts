/** Local and session storage of a visit, used once the conversation is opened. */
import type { AnswerSource, DoneEvent, Language } from '@baraza/contract';

/** One question with its answer or failure. */
export interface Exchange {
  /** The same on every try, so that a question that was answered is not answered twice. */
  readonly requestId: string;
  readonly question: string;
  /** Spoken: the answer is short, and in the spoken language. */
  readonly spokenIn?: Language | undefined;
  text: string;
  /** While a busy server is waited for, and asked once more. */
  retryAtMs?: number | undefined;
  done?: DoneEvent | undefined;
  failure?: Failure | undefined;
  rating?: 'up' | 'down' | undefined;
}

export interface Failure {
  readonly reason:
    | 'offline'
    | 'lost'
    | 'busy'
    | 'failed'
    | 'rate'
    | 'quota'
    | 'refused'
    | 'stopped';
  /** The server's sentence for the visitor, instead of our own. */
  readonly sentence?: string | undefined;
  readonly handoff?: string | undefined;
  /** When another try makes sense. */
  readonly retryAtMs?: number | undefined;
}

/** A lead that was not sent yet. */
export interface WaitingLead {
  readonly contact: string;
  readonly name: string;
  readonly message: string;
  /** Honeypot field. */
  readonly website: string;
  readonly language: Language;
  readonly questionId?: string | undefined;
  readonly page: string;
}

export interface Memory {
  /** Identifies this browser on its network, for rate limits only. All its tabs have the same. */
  readonly visitor: string;
  /** The language that the visitor chose, in whichever tab it was. */
  language: Language | undefined;
  /** Of this tab: two tabs are two conversations. */
  conversation: string;
  exchanges: Exchange[];
  /** Of this tab too, and only until it was sent. */
  lead: WaitingLead | undefined;
  readonly save: () => void;
  readonly clear: () => void;
}

export function openMemory(site: string): Memory {
  const name = `site-assistant:${site}`;
  const passing = read(() => sessionStorage, name) as {
    conversation?: unknown;
    exchanges?: unknown;
    lead?: unknown;
  };
  const lasting = openLasting(name);
  const memory: Memory = {
    get visitor() {
      return lasting.read().visitor;
    },
    get language() {
      return lasting.read().language;
    },
    set language(language) {
      lasting.write({ ...lasting.read(), language });
    },
    conversation: isToken(passing.conversation) ? passing.conversation : randomToken(),
    exchanges: Array.isArray(passing.exchanges)
      ? passing.exchanges.filter(isExchange).map(markInterrupted)
      : [],
    lead: isLead(passing.lead) ? passing.lead : undefined,
    save: () => {
      memory.exchanges = memory.exchanges.slice(-exchangesMax);
      const { conversation, exchanges, lead } = memory;
      lasting.write(lasting.read());
      write(() => sessionStorage, name, { conversation, exchanges, lead });
    },
    clear: () => {
      memory.conversation = randomToken();
      memory.exchanges = [];
      memory.save();
    },
  };
  return memory;
}

const exchangesMax = 40;

interface Lasting {
  readonly visitor: string;
  readonly language: Language | undefined;
}

/** Shared by all tabs and read each time, so that tabs agree on the last value. */
function openLasting(name: string) {
  let own: Lasting = { visitor: randomToken(), language: undefined };
  return {
    read: (): Lasting => {
      const { visitor, language } = read(() => localStorage, name) as Partial<Lasting>;
      own = {
        visitor: isToken(visitor) ? visitor : own.visitor,
        language: language === 'sw' || language === 'en' ? language : own.language,
      };
      return own;
    },
    write: (lasting: Lasting) => {
      own = lasting;
      write(() => localStorage, name, lasting);
    },
  };
}

/** 22 characters of a 64-character alphabet; `crypto.getRandomValues` also works on insecure pages. */
export function randomToken(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => letters[byte % 64]).join('');
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value);
}

// Other scripts and older versions of this one can write there, too.
function isExchange(value: unknown): value is Exchange {
  const { requestId, question, text, done } = (value ?? {}) as Partial<Exchange>;
  const isWhole = isToken(requestId) && typeof question === 'string' && typeof text === 'string';
  return isWhole && (done === undefined || isDone(done));
}

function isDone(done: Partial<DoneEvent> | null): boolean {
  const { sources, suggestions = [] } = done ?? {};
  const isOffer = Array.isArray(suggestions) && suggestions.every((one) => typeof one === 'string');
  return isOffer && Array.isArray(sources) && sources.every(isSource);
}

function isSource(source: Partial<AnswerSource> | null): boolean {
  return typeof source?.title === 'string' && typeof source.quote === 'string';
}

function isLead(value: unknown): value is WaitingLead {
  const { contact, page } = (value ?? {}) as Partial<WaitingLead>;
  return typeof contact === 'string' && typeof page === 'string';
}

/** A question that was open when the page was left can be asked again, with the same answer. */
function markInterrupted({ retryAtMs, ...exchange }: Exchange): Exchange {
  if (exchange.done) return exchange;
  const reason = retryAtMs === undefined ? 'lost' : 'busy';
  return { ...exchange, failure: exchange.failure ?? { reason } };
}

// Storage may be full, forbidden or absent; then nothing outlives the page.
function read(storage: () => Storage, name: string): object {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function write(storage: () => Storage, name: string, value: object): void {
  try {
    storage().setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}
