/** Draws the conversation in one language; a change of language draws it again. */
import type { Language, SiteConfig } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import type { Stage } from '../launcher/stage.ts';
import { composer } from './composer.ts';
import {
  type ExchangeTools,
  type ExchangeView,
  personButton,
  spokenBy,
  viewExchange,
} from './exchange-view.ts';
import { header } from './header.ts';
import { icons } from './icons.ts';
import { type LeadFields, leadForm } from './lead-form.ts';
import type { LeadOutcome } from './leads.ts';
import { contactLink } from './links.ts';
import { renderText } from './markdown.ts';
import { type Exchange, lastUnanswered, type Memory } from './memory.ts';
import type { Speech } from './speech.ts';
import { allWords } from './words.ts';

export type Drawing = ReturnType<typeof draw>;

/** Text that was not sent yet; it is kept when the language changes. */
interface Draft {
  readonly question: string;
  readonly lead: LeadFields;
  readonly isLeadShown: boolean;
}

interface DrawingTools {
  readonly stage: Stage;
  readonly config: SiteConfig;
  readonly memory: Memory;
  readonly draft: Draft;
  readonly isAnswering: boolean;
  readonly ask: (question: string) => void;
  readonly retry: (exchange: Exchange) => void;
  readonly rate: ExchangeTools['onRate'];
  readonly askForPerson: () => Promise<void>;
  readonly leaveContact: (fields: LeadFields) => Promise<LeadOutcome>;
  /** Keeps the focus in the conversation when the focused element is removed. */
  readonly focusIn: () => void;
  readonly announce: (text: string) => void;
  readonly clear: () => void;
  readonly switchLanguage: (language: Language) => void;
  readonly close: (() => void) | undefined;
  readonly speech: Speech;
}

export function draw(body: HTMLElement, tools: DrawingTools) {
  const { config, memory, speech } = tools;
  const words = allWords[config.language];
  const views = new Map<Exchange, ExchangeView>();
  const exchangeTools: ExchangeTools = {
    config,
    words,
    onRetry: tools.retry,
    onRate: tools.rate,
    onListen: (exchange, button) => void speech.read(exchange, button),
    onLeaveMessage: () => openLead(),
    onPerson: () => void tools.askForPerson(),
    onAsk: askOffered,
  };

  const head = header(config, words, {
    onLanguage: () => tools.switchLanguage(config.language === 'sw' ? 'en' : 'sw'),
    onClose: tools.close,
  });
  const list = element('ol', { class: 'exchanges' });
  const suggestions = suggestionsOf(config, words.suggestions, askOffered);
  const clearButton = element(
    'button',
    { type: 'button', class: 'plain', click: tools.clear },
    words.clear,
  );
  const log = element(
    'div',
    // The live region announces each answer once; the log itself is silent.
    {
      class: 'log',
      role: 'log',
      'aria-live': 'off',
      'aria-label': words.conversation,
      tabindex: '0',
    },
    greetingOf(config, words.paused),
    // Nothing is below the growing answer, so that nothing shifts.
    element('div', { class: 'small' }, privacyOf(config, words.privacy), clearButton),
    suggestions,
    list,
  );
  const write = composer({
    config,
    words,
    draft: tools.draft.question,
    onWrite: clearNotice,
    onSend: tools.ask,
    onHold: speech.hold,
    onTalk: () => void speech.talk(),
  });
  const leaveButton = element(
    'button',
    { type: 'button', class: 'chip way', click: () => openLead() },
    icon(...icons.note),
    words.leave,
  );
  const foot = element('div', { class: 'foot' }, write.node);
  const reach = element(
    'div',
    { class: 'reach', role: 'group', 'aria-label': words.reach },
    config.people === true && personButton(words, () => void tools.askForPerson()),
    contactLink(config.whatsapp, words),
    leaveButton,
  );
  const dock = element('div', { class: 'dock' }, reach, foot);
  const talk = element('div', { class: 'view' }, log, dock);
  const lead = leadForm({
    words,
    fields: tools.draft.lead,
    privacy: config.privacy,
    contact: contactLink(config.whatsapp, words),
    send: tools.leaveContact,
    onSent: (message) => {
      const wasShown = !leadView.hidden;
      showTalk();
      clearNotice();
      list.append(
        element('li', { class: 'exchange', 'data-note': true }, note(config.name, message)),
      );
      tools.announce(message);
      toEnd();
      if (wasShown) tools.focusIn();
    },
  });
  const leadView = element('div', { class: 'view scroll', hidden: true }, lead.node);
  body.replaceChildren(head.node, talk, leadView);
  for (const exchange of memory.exchanges) add(exchange);
  write.setBusy(tools.isAnswering);
  showBeginning();
  if (tools.draft.isLeadShown) showLead();

  function add(exchange: Exchange): void {
    const view = viewExchange(exchange, exchangeTools);
    views.set(exchange, view);
    list.append(view.node);
    clearNotice();
    if (!leadView.hidden) showTalk();
    showBeginning();
    toEnd();
  }

  function askOffered(question: string): void {
    tools.ask(question);
    tools.focusIn();
  }

  function showBeginning(): void {
    const isBeginning = views.size === 0;
    suggestions.hidden = !isBeginning || !config.enabled || config.suggestions.length === 0;
    clearButton.hidden = isBeginning;
  }

  function showLead(): void {
    // No recording continues out of view.
    speech.stop();
    lead.carry(lastUnanswered(memory.exchanges)?.question);
    talk.hidden = true;
    leadView.hidden = false;
    head.setBack(() => {
      showTalk();
      shownLeaveButton().focus();
    });
  }

  function openLead(): void {
    showLead();
    lead.focus();
  }

  function shownLeaveButton(): HTMLElement {
    const last = list.lastElementChild;
    return last?.querySelector<HTMLElement>('button.way:last-child') ?? leaveButton;
  }

  function showTalk(): void {
    leadView.hidden = true;
    talk.hidden = false;
    head.setBack(undefined);
    toEnd();
  }

  /** Removes the message beside the composer. */
  function clearNotice(): void {
    dock.querySelector('.bar:not(.live)')?.remove();
  }

  function toEnd(): void {
    log.scrollTop = log.scrollHeight;
  }

  function isAtEnd(): boolean {
    return log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx;
  }

  // What appears or grows below the log must not cover its end.
  let wasAtEnd = true;
  log.addEventListener('scroll', () => {
    wasAtEnd = isAtEnd();
  });
  new ResizeObserver(() => wasAtEnd && toEnd()).observe(log);

  return {
    add,
    update: (exchange: Exchange) => {
      const isFollowed = isAtEnd();
      views.get(exchange)?.update();
      if (isFollowed) toEnd();
    },
    setBusy: write.setBusy,
    draft: () => ({
      question: write.draft(),
      lead: lead.fields(),
      isLeadShown: !leadView.hidden,
    }),
    focus: write.focus,
    focusLanguage: () => head.languageButton?.focus(),
    toEnd,
    /** Leaves the current view; false if there was none to leave. */
    back: () => {
      if (leadView.hidden) return false;
      showTalk();
      shownLeaveButton().focus();
      return true;
    },
    /** A recording, or a message about one, beside the composer; `live` replaces the text field. */
    placeBar: (bar: HTMLElement | undefined) => {
      // The composer does not move: a finger may still be on its microphone.
      const old = dock.querySelector('.bar');
      const hadFocus = old?.contains((old.getRootNode() as ShadowRoot).activeElement) ?? false;
      old?.remove();
      if (bar !== undefined) dock.prepend(bar);
      const isNow = (name: string) => bar?.classList.contains(name) ?? false;
      for (const name of barStates) dock.classList.toggle(name, isNow(name));
      // Its label changes: the button that started a recording sends it.
      const speak = dock.querySelector('.speak');
      const label = isNow('recording') ? words.sendVoice : words.speak;
      for (const name of ['aria-label', 'title']) speak?.setAttribute(name, label);
      speak?.setAttribute('aria-disabled', String(isNow('hearing')));
      if (hadFocus) tools.focusIn();
    },
    /** Shows the result of a lead that waited. */
    settleLead: lead.settle,
    /** The button that reads an answer aloud, if it has one. */
    listenButton: (exchange: Exchange) => views.get(exchange)?.listenButton(),
  };
}

const nearEndPx = 120;
const barStates = ['live', 'free', 'recording', 'hearing'];

function greetingOf({ enabled, greeting, name }: SiteConfig, paused: string): HTMLElement {
  return note(name, enabled ? greeting : paused);
}

function note(name: string, text: string): HTMLElement {
  return element(
    'div',
    { class: 'said theirs' },
    spokenBy(name),
    element('div', { class: 'text' }, renderText(text, new Set())),
  );
}

function suggestionsOf(
  { suggestions }: SiteConfig,
  label: string,
  ask: (question: string) => void,
): HTMLElement {
  const buttons = suggestions
    .slice(0, suggestionsShown)
    .map((text) =>
      element('button', { type: 'button', class: 'suggestion', click: () => ask(text) }, text),
    );
  return element('div', { class: 'suggestions', role: 'group', 'aria-label': label }, ...buttons);
}

const suggestionsShown = 6;

function privacyOf({ privacy }: SiteConfig, label: string): HTMLElement | undefined {
  if (privacy === '') return undefined;
  return element('details', {}, element('summary', {}, label), element('p', {}, privacy));
}
