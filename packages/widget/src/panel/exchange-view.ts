/** A question and its answer, in each of its states. */
import type { AnswerSource, Language, SiteConfig } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import { jitterMsMax } from './answering.ts';
import { icons } from './icons.ts';
import { contactLink, hostsOf, webLink } from './links.ts';
import { plainText, renderText } from './markdown.ts';
import type { Exchange, Failure } from './memory.ts';
import { allWords, type Words } from './words.ts';

export type ExchangeView = ReturnType<typeof viewExchange>;

export interface ExchangeTools {
  readonly config: SiteConfig;
  readonly words: Words;
  readonly onRetry: (exchange: Exchange) => void;
  readonly onRate: (exchange: Exchange, value: 'up' | 'down') => void;
  /** Reads the answer aloud to its end, or until the button is pressed again. */
  readonly onListen: (exchange: Exchange, button: HTMLButtonElement) => void;
  readonly onLeaveMessage: () => void;
  readonly onPerson: () => void;
  /** Asks a question that the refusal offers. */
  readonly onAsk: (question: string) => void;
}

export function viewExchange(exchange: Exchange, tools: ExchangeTools) {
  const { words, config } = tools;
  const answer = element('div', { class: 'said theirs' });
  const delivered = element('p', { class: 'fine delivered' }, words.delivered);
  const node = element(
    'li',
    { class: 'exchange' },
    element(
      'div',
      { class: 'said mine' },
      spokenBy(words.you),
      element('p', {}, exchange.question),
    ),
    answer,
  );
  const update = () => {
    const { text, done, failure } = exchange;
    const isOver = done !== undefined || failure !== undefined;
    const parts: (Node | undefined)[] = [spokenBy(config.name)];
    if (text !== '') parts.push(textOf(exchange));
    else if (!isOver) parts.push(...waiting(words, exchange.retryAtMs));
    if (done !== undefined && done.sources.length > 0) parts.push(sourcesOf(done.sources, words));
    if (failure !== undefined)
      parts.push(
        element(
          'p',
          { class: noteClasses[failure.reason] ?? 'trouble-note' },
          failure.sentence ?? words[failure.reason],
        ),
      );
    if (done?.answered && done.error === undefined && done.offer === undefined)
      parts.push(toolsOf(exchange, tools));
    if (done?.suggestions?.length) parts.push(meantOf(done.suggestions, done.language, tools));
    const isRefusal = done?.error !== undefined || done?.answered === false;
    if (failure !== undefined || isRefusal || done?.offer !== undefined)
      parts.push(nextStepButtons(exchange, tools));
    answer.replaceChildren(...parts.filter((part) => part !== undefined));
    // A person reads the message and answers later.
    answer.hidden = done?.person === true;
    if (answer.hidden) node.append(delivered);
    else delivered.remove();
    if (done !== undefined) node.dataset.id = done.id;
  };
  update();
  return {
    node,
    /** Draws the current state of the exchange. */
    update,
    listenButton: () => answer.querySelector<HTMLButtonElement>('.listen') ?? undefined,
  };
}

// Failures that are not shown as errors, such as an answer that the visitor stopped or a busy server.
const noteClasses: { readonly [reason in Failure['reason']]?: string } = {
  stopped: 'fine',
  busy: '',
};

function textOf({ text, done }: Exchange): HTMLElement {
  // The allowed hosts are known with the sources, so until then there are no links.
  const hosts = done === undefined ? new Set<string>() : hostsOf(done.sources, done.handoff);
  // The answer may be in another language than the texts around it.
  return element('div', { class: 'text', lang: done?.language }, renderText(text, hosts));
}

function waiting(words: Words, retryAtMs: number | undefined): readonly HTMLElement[] {
  const dots = [element('i'), element('i'), element('i')];
  const row = element('div', { class: 'waiting' }, spokenBy(words.answering), ...dots);
  return retryAtMs === undefined ? [row] : [row, busyNote(words, retryAtMs)];
}

/** Counts down to the next try; both texts take the same space, so that nothing moves. */
function busyNote(words: Words, retryAtMs: number): HTMLElement {
  const wait = element('span');
  const note = element('p', { class: 'fine busy' }, wait, element('span', {}, words.busyAgain));
  countDown(note, retryAtMs - jitterMsMax, (seconds) => {
    wait.textContent = words.busyWait.replace('#', `${Math.max(seconds, 1)}`);
    note.classList.toggle('now', seconds <= 0);
  });
  return note;
}

/** Shows the remaining seconds until they reach 0 or the node is removed. */
function countDown(node: Node, atMs: number, show: (seconds: number) => void): void {
  const tick = () => {
    const seconds = Math.ceil((atMs - Date.now()) / 1_000);
    show(seconds);
    if (seconds <= 0) clearInterval(timer);
  };
  const timer = setInterval(() => {
    if (node.isConnected) tick();
    else clearInterval(timer);
  }, 500);
  tick();
}

function sourcesOf(sources: readonly AnswerSource[], words: Words): HTMLElement {
  const details = element('details', { class: 'sources' }, element('summary', {}, words.sources));
  const list = element('ul');
  for (const { title, quote, url, language } of sources) {
    const link = url === null ? undefined : webLink(url, words.openSource, hostsOf(sources, ''));
    list.append(
      element(
        'li',
        {},
        title !== '' && element('strong', { lang: language }, title),
        quote !== '' && quote !== title && element('q', { lang: language }, quote),
        link,
      ),
    );
  }
  details.append(list);
  // Opening the details pushes the content below out of view, so it is scrolled back.
  details.addEventListener('toggle', () =>
    (details.nextElementSibling ?? details).scrollIntoView({ block: 'nearest' }),
  );
  return details;
}

function toolsOf(exchange: Exchange, tools: ExchangeTools): HTMLElement | undefined {
  const { words, config, onRate, onListen } = tools;
  const rate = (value: 'up' | 'down', label: string) => {
    const press = () => {
      onRate(exchange, value);
      // Updated in place: a new element would lose the focus and close open details.
      for (const rated of ratings) rated.setAttribute('aria-pressed', String(rated === button));
    };
    const button = toolButton(icons[value], label, press, exchange.rating === value);
    return button;
  };
  const ratings = config.feedback ? [rate('up', words.helpful), rate('down', words.unhelpful)] : [];
  const listen = toolButton(icons.listen, words.listen, () => onListen(exchange, listen));
  listen.classList.add('listen');
  const buttons = [...(config.speak ? [listen] : []), ...ratings];
  return buttons.length === 0 ? undefined : element('div', { class: 'tools' }, ...buttons);
}

function toolButton(
  paths: readonly string[],
  label: string,
  onPress: () => void,
  isPressed?: boolean,
): HTMLButtonElement {
  return element(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': label,
      title: label,
      'aria-pressed': isPressed === undefined ? undefined : String(isPressed),
      click: onPress,
    },
    icon(...paths),
  );
}

/** Approved questions that are close to one that was refused. */
function meantOf(
  suggestions: readonly string[],
  language: Language,
  { words, onAsk }: ExchangeTools,
): HTMLElement {
  return element(
    'div',
    { class: 'meant', role: 'group', 'aria-label': words.didYouMean },
    element('p', { class: 'fine', 'aria-hidden': 'true' }, words.didYouMean),
    ...suggestions.map((text) =>
      element(
        'button',
        { type: 'button', class: 'suggestion', lang: language, click: () => onAsk(text) },
        text,
      ),
    ),
  );
}

/** What to do after a refusal: try again, contact a person, or leave a message. */
function nextStepButtons(
  exchange: Exchange,
  { words, config, onRetry, onLeaveMessage, onPerson }: ExchangeTools,
): HTMLElement {
  const { failure, done } = exchange;
  const wasStopped = failure?.reason === 'stopped';
  const isBusy = failure?.reason === 'busy';
  const canRetry =
    done?.error !== undefined || (failure !== undefined && failure.reason !== 'quota');
  const handoff = done?.handoff ?? failure?.handoff ?? config.whatsapp;
  const link = contactLink(handoff, words);
  const person = config.people === true ? personButton(words, onPerson) : undefined;
  const [first] = canRetry ? [] : [person, link].filter((way) => way !== undefined);
  first?.classList.add('strong');
  return element(
    'div',
    { class: 'ways', role: 'group', 'aria-label': words.reach },
    canRetry &&
      retryButton(words.again, failure?.retryAtMs ?? 0, !wasStopped, () => onRetry(exchange)),
    !wasStopped && !isBusy && person,
    !wasStopped && link,
    // A busy server will answer the question, so no message form is offered.
    !wasStopped &&
      !isBusy &&
      element(
        'button',
        { type: 'button', class: 'chip way', click: () => onLeaveMessage() },
        icon(...icons.note),
        words.leave,
      ),
  );
}

/** Asks for a person; hidden while one is asked for or here. */
export function personButton(words: Words, onPerson: () => void): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'chip way to-person', click: onPerson },
    icon(...icons.person),
    words.person,
  );
}

/** Counts down until another try makes sense; the countdown is hidden from screen readers. */
function retryButton(
  label: string,
  fromMs: number,
  isPrimary: boolean,
  onRetry: () => void,
): HTMLButtonElement {
  const clock = element('span', { class: 'clock', 'aria-hidden': 'true' });
  const button = element(
    'button',
    {
      type: 'button',
      class: isPrimary ? 'chip strong' : 'chip',
      click: () => {
        if (button.ariaDisabled !== 'true') onRetry();
      },
    },
    icon(...icons.again),
    label,
    clock,
  );
  countDown(button, fromMs, (seconds) => {
    button.ariaDisabled = String(seconds > 0);
    clock.textContent =
      seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : '';
  });
  return button;
}

/** The speaker, for screen readers. */
export function spokenBy(name: string): HTMLElement {
  return element('span', { class: 'unseen' }, `${name}: `);
}

/** The suggested questions are announced with the answer. */
export function announcementOf({ text, done }: Exchange): string {
  const { suggestions = [], language = 'en', person } = done ?? {};
  if (person === true) return allWords[language].delivered;
  const offer = suggestions.length > 0 ? [allWords[language].didYouMean, ...suggestions] : [];
  return [plainText(text), ...offer].join(' ');
}
