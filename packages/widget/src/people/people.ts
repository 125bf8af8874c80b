/** Shows what people write, live, and who answers in the conversation; asks for a person. */
import type { ConversationEvent, Language, PersonAsked } from '@baraza/contract';
import { element } from '../launcher/element.ts';
import { sheetOf } from '../launcher/stage.ts';
import type { Exchange, Memory } from '../panel/memory.ts';
import styles from './people.css?inline';
import { peopleWords } from './words.ts';

export interface PeopleTools {
  readonly site: string;
  readonly root: ShadowRoot;
  /** Contains the drawn conversation. */
  readonly body: HTMLElement;
  readonly memory: Memory;
  readonly language: () => Language;
  /** Shown where a person has given no name. */
  readonly business: () => string;
  readonly server: () => Promise<{ readonly base: string; readonly key: string | undefined }>;
  /** Looks up the server again. */
  readonly forgetServer: () => void;
  readonly announce: (text: string) => void;
}

export type People = ReturnType<typeof createPeople>;

interface Said {
  readonly id: string;
  /** Undefined for a sentence of the assistant. */
  readonly name: string | undefined;
  readonly text: string;
  /** The request id of the question before this message. */
  readonly after: string | undefined;
}

const retryDelaysMs = [1_000, 3_000, 10_000, 30_000];
const typingEveryMs = 3_000;
const typingShownMs = 5_000;

export function createPeople(tools: PeopleTools) {
  const { site, root, body, memory, announce } = tools;
  const words = () => peopleWords[tools.language()];
  const storageName = `site-assistant:${site}:person`;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(styles)];

  let secret = '';
  let state = 'assistant';
  let person: string | null = null;
  let said: Said[] = [];
  let notice = '';
  let lastQuestion: string | undefined;
  let lastEventId = '';
  let source: EventSource | undefined;
  let failures = 0;
  let typedMs = 0;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const status = element('p', { class: 'person', role: 'status', hidden: true });

  async function address(path: string, more: { readonly [name: string]: string } = {}) {
    const { base, key } = await tools.server();
    const query = new URLSearchParams({
      visitor: memory.visitor,
      language: tools.language(),
      ...(key === undefined ? {} : { key }),
      ...(secret === '' ? {} : { conversation_secret: secret }),
      ...more,
    });
    return `${base}/v1/sites/${site}/conversations/${memory.conversation}/${path}?${query}`;
  }

  async function ask(): Promise<void> {
    if (isAsking || state === 'waiting' || state === 'person') return;
    isAsking = true;
    try {
      const post = async () =>
        fetch(await address('person'), { method: 'POST', redirect: 'manual' });
      let response = await post();
      if (response.type === 'opaqueredirect') {
        tools.forgetServer();
        response = await post();
      }
      if (!response.ok) throw new Error(`status ${response.status}`);
      const reply = (await response.json()) as PersonAsked;
      if (reply.conversation_secret !== undefined) keep(reply.conversation_secret);
      state = reply.state;
      person = reply.with;
      notice = reply.message;
    } catch {
      notice = navigator.onLine ? words().busy : words().offline;
    }
    isAsking = false;
    announce(notice);
    show();
    void connect();
  }

  function keep(given: string): void {
    secret = given;
    try {
      sessionStorage.setItem(storageName, JSON.stringify([memory.conversation, secret]));
    } catch {
      // Storage may be full or forbidden; then the secret is lost with the page.
    }
  }

  function recall(): void {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
      if (Array.isArray(stored) && stored[0] === memory.conversation) secret = String(stored[1]);
    } catch {
      // Nothing can be read from storage; an answer below may still have the secret.
    }
    for (const { done } of memory.exchanges) secret = done?.conversation_secret ?? secret;
  }

  /** EventSource reconnects by itself after a lost connection, and not after a refusal. */
  async function connect(): Promise<void> {
    if (source !== undefined || secret === '') return;
    const where = memory.conversation;
    const url = await address('events', lastEventId === '' ? {} : { last_event_id: lastEventId });
    if (source !== undefined || where !== memory.conversation) return;
    const opened = new EventSource(url);
    source = opened;
    for (const name of ['message', 'state', 'typing'])
      opened.addEventListener(name, (event) => {
        if (source === opened) take(event as MessageEvent<string>);
      });
    opened.onopen = () => {
      failures = 0;
      if (notice === words().lost) notice = '';
      show();
    };
    opened.onerror = () => {
      if (state === 'person' || state === 'waiting') {
        notice = words().lost;
        show();
      }
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = undefined;
      // The site may have moved.
      tools.forgetServer();
      const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)];
      failures += 1;
      timer = setTimeout(() => void connect(), delayMs);
    };
  }

  function take({ data, lastEventId: id }: MessageEvent<string>): void {
    if (id !== '') lastEventId = id;
    const event = JSON.parse(data) as ConversationEvent;
    if (event.type === 'typing') {
      showTyping(true);
      return;
    }
    if (event.type === 'state') {
      state = event.state;
      person = event.with;
      if (state !== 'waiting') notice = '';
    } else if (event.from === 'visitor') lastQuestion = event.id;
    else if (isToShow(event) && !said.some(({ id: known }) => known === event.id)) {
      const name = event.from === 'person' ? called(event.name) : undefined;
      const one = { id: event.id, name, text: event.text, after: lastQuestion };
      said = [...said, one];
      place(one);
      showTyping(false);
      announce(name === undefined ? one.text : `${name}: ${one.text}`);
    }
    show();
  }

  function called(name: string | null | undefined): string {
    return name || tools.business() || words().someone;
  }

  function showTyping(isTyping: boolean): void {
    clearTimeout(typing);
    status.classList.toggle('typing', isTyping);
    if (isTyping) typing = setTimeout(() => showTyping(false), typingShownMs);
    show();
  }

  /** Places a message after the question that it followed, and after earlier messages that followed this question. */
  function place({ id, name, text, after }: Said): void {
    const list = body.querySelector('.exchanges');
    const log = body.querySelector('.log');
    if (list === null || log === null) return;
    const line = element(
      'li',
      { class: 'exchange', 'data-after': after, 'data-said': id },
      name === undefined
        ? element('p', { class: 'fine turn' }, text)
        : element(
            'div',
            { class: 'said theirs' },
            element('p', { class: 'person-name' }, name),
            // Shown as plain text: only approved information may contain links.
            element('p', { class: 'person-text' }, text),
          ),
    );
    const items = [...list.children] as HTMLElement[];
    const before = items.findLast(
      ({ dataset }) => after !== undefined && (dataset.id === after || dataset.after === after),
    );
    if (before === undefined) list.append(line);
    else afterNotes(before).after(line);
    log.scrollTop = log.scrollHeight;
  }

  function show(): void {
    const { here, waiting, typing: types } = words();
    const name = called(person);
    const isHere = state === 'person';
    const line = isHere ? here.replace('#', name) : state === 'waiting' ? waiting : '';
    status.textContent = status.classList.contains('typing')
      ? types.replace('#', name)
      : notice === ''
        ? line
        : notice;
    status.hidden = status.textContent === '';
    body.classList.toggle('has-person', isHere || state === 'waiting');
  }

  body.addEventListener('input', () => {
    if (state !== 'person' || secret === '' || Date.now() - typedMs < typingEveryMs) return;
    typedMs = Date.now();
    address('typing')
      .then((url) => fetch(url, { method: 'POST' }))
      .catch(() => {});
  });

  recall();
  void connect();
  return {
    ask,
    /** The conversation was drawn again. */
    drawn: () => {
      body.querySelector('.dock')?.prepend(status);
      for (const one of said) place(one);
      show();
    },
    answered: ({ done }: Exchange) => {
      if (done?.conversation_secret !== undefined) keep(done.conversation_secret);
      lastQuestion = done?.id ?? lastQuestion;
      // The events may not have come yet.
      if (done?.person === true) state = 'person';
      show();
      void connect();
    },
    /** Whether a person has said something; then the server knows more of the conversation than this page. */
    hasSpoken: () => said.some(({ name }) => name !== undefined),
    /** The conversation was cleared. */
    restart: () => {
      source?.close();
      clearTimeout(timer);
      source = undefined;
      [secret, state, person, notice, lastEventId] = ['', 'assistant', null, '', ''];
      said = [];
      lastQuestion = undefined;
    },
  };
}

/** The last of the notes of this page, such as thanks for a contact, that follow an exchange. */
function afterNotes(exchange: HTMLElement): HTMLElement {
  const next = exchange.nextElementSibling as HTMLElement | null;
  return next?.dataset.note === undefined ? exchange : afterNotes(next);
}

/** Messages of people, and sentences of the assistant; its answers are drawn with their questions. */
function isToShow(event: Extract<ConversationEvent, { type: 'message' }>): boolean {
  return event.from === 'person' || (event.from === 'assistant' && event.answered === undefined);
}
