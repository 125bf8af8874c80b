/** Local and session storage of a visit, used once the conversation is opened. */
import type { AnswerSource, DoneEvent, Language } from '@baraza/contract';

/** One question with its answer or failure. */
export interface Exchange {
  /** The same on every try, so that a question that was answered is not answered twice. */
  readonly requestId: string;
  readonly question: string;
  /** Set for a spoken question: the answer is then short and in this language. */
  readonly spokenIn?: Language | undefined;
  text: string;
  /** Set while the question waits for a busy server. */
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
  /** The server's message for the visitor, shown instead of the widget's own. */
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
  /** Identifies this browser, for rate limits only. Shared by all its tabs. */
  readonly visitor: string;
  /** The language that the visitor chose, in any tab. */
  language: Language | undefined;
  /** For this tab only: two tabs are two conversations. */
  conversation: string;
  exchanges: Exchange[];
  /** For this tab only, until it is sent. */
  lead: WaitingLead | undefined;
  readonly save: () => void;
  readonly clear: () => void;
}

export function openMemory(site: string): Memory {
  const name = `site-assistant:${site}`;
  const stored = read(() => sessionStorage, name) as {
    conversation?: unknown;
    exchanges?: unknown;
    lead?: unknown;
  };
  const shared = openShared(name);
  const memory: Memory = {
    get visitor() {
      return shared.read().visitor;
    },
    get language() {
      return shared.read().language;
    },
    set language(language) {
      shared.write({ ...shared.read(), language });
    },
    conversation: isConversation(stored.conversation) ? stored.conversation : newConversation(),
    exchanges: Array.isArray(stored.exchanges)
      ? stored.exchanges.filter(isExchange).map(markInterrupted)
      : [],
    lead: isLead(stored.lead) ? stored.lead : undefined,
    save: () => {
      memory.exchanges = memory.exchanges.slice(-exchangesMax);
      const { conversation, exchanges, lead } = memory;
      shared.write(shared.read());
      write(() => sessionStorage, name, { conversation, exchanges, lead });
    },
    clear: () => {
      memory.conversation = newConversation();
      memory.exchanges = [];
      memory.save();
    },
  };
  return memory;
}

/** The conversation so far, to be sent with the next question. */
export function historyOf(exchanges: readonly Exchange[]) {
  return exchanges
    .filter(({ done }) => done !== undefined && done.error === undefined)
    .flatMap(({ question, text }) => [
      { role: 'user' as const, content: question },
      ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
    ])
    .slice(-historyEntriesMax);
}

/** The last question that had no answer; a message to a person needs none. */
export function lastUnanswered(exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges.findLast(
    ({ done }) => done !== undefined && !done.answered && done.person !== true && !done.error,
  );
}

const historyEntriesMax = 20;

const exchangesMax = 40;

interface Shared {
  readonly visitor: string;
  readonly language: Language | undefined;
}

/** Values that all tabs share. They are read each time, so that all tabs see the last value. */
function openShared(name: string) {
  let own: Shared = { visitor: randomToken(), language: undefined };
  return {
    read: (): Shared => {
      const { visitor, language } = read(() => localStorage, name) as Partial<Shared>;
      own = {
        visitor: isToken(visitor) ? visitor : own.visitor,
        language: language === 'sw' || language === 'en' ? language : own.language,
      };
      return own;
    },
    write: (shared: Shared) => {
      own = shared;
      write(() => localStorage, name, shared);
    },
  };
}

/** 22 characters of a 64-character alphabet; `crypto.getRandomValues` also works on insecure pages. */
export function randomToken(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => letters[byte % 64]).join('');
}

function newConversation(): string {
  return `c_${randomToken()}`;
}

function isConversation(value: unknown): value is string {
  return typeof value === 'string' && /^(?:c_)?[\w-]{22}$/.test(value);
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value);
}

// Other scripts and older versions of the widget can also write to this storage.
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

/** Marks a question that had no answer when the page was left, so that it can be asked again. */
function markInterrupted({ retryAtMs, ...exchange }: Exchange): Exchange {
  if (exchange.done) return exchange;
  const reason = retryAtMs === undefined ? 'lost' : 'busy';
  return { ...exchange, failure: exchange.failure ?? { reason } };
}

// Storage may be full, forbidden or missing; then everything is forgotten with the page.
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
    // What could not be stored is forgotten with the page.
  }
}
