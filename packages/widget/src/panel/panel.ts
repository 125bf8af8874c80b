/** The panel: shows, asks and stores the conversation. */
import type { Language } from '@baraza/contract';
import { element } from '../launcher/element.ts';
import { type Panel, type Stage, sheetOf } from '../launcher/stage.ts';
import { createPeoplePart } from '../people/people-part.ts';
import { getAnswer, keptClient } from './answering.ts';
import { createBusyWait } from './busy-wait.ts';
import composerStyles from './composer.css?inline';
import { type Drawing, draw } from './drawing.ts';
import { announcementOf } from './exchange-view.ts';
import { focusedElement, keepFocus } from './focus.ts';
import { noFields } from './lead-form.ts';
import { createLeads } from './leads.ts';
import { type Exchange, historyOf, lastUnanswered, openMemory, randomToken } from './memory.ts';
import { paletteSheet } from './palette.ts';
import styles from './panel.css?inline';
import { createSpeech } from './speech.ts';
import surroundings from './surroundings.css?inline';
import talkStyles from './talk.css?inline';
import { followViewport, type Viewport } from './viewport.ts';
import { allWords } from './words.ts';

export function createPanel(stage: Stage): Panel {
  const { root, frame, embed, servers, emit, isInline } = stage;
  const memory = openMemory(embed.site);
  memory.save();
  const client = keptClient(servers, embed.site, memory);
  const announcer = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const body = element('div', { class: 'body' });
  const dialog = element(
    'div',
    {
      class: isInline ? 'panel inline' : 'panel',
      role: isInline ? 'group' : 'dialog',
      'aria-modal': isInline ? undefined : 'true',
      'aria-labelledby': 'title',
      tabindex: '-1',
      hidden: true,
      keydown: (event: KeyboardEvent) => {
        if (!isInline) keepFocus(dialog, event);
        if (event.key === 'Escape') leave(event);
      },
    },
    announcer,
    body,
  );
  frame.append(dialog);
  root.adoptedStyleSheets = [
    ...root.adoptedStyleSheets,
    sheetOf(styles + talkStyles + composerStyles + surroundings),
    paletteSheet(stage.config.colour),
  ];

  let { config } = stage;
  let drawing: Drawing | undefined;
  let stopAnswer = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let answering = 0;
  let returnTo: HTMLElement | undefined;
  let viewport: Viewport | undefined;
  const isAnswering = () => answering > 0 && !busyWait.isWaiting();
  // A waiting question does not block the next one.
  const busyWait = createBusyWait(() => drawing?.setBusy(isAnswering()));

  const announce = (text: string, language: Language = config.language) => {
    announcer.lang = language;
    announcer.textContent = text;
  };
  const leads = createLeads({
    memory,
    send: async (lead) => {
      const { conversation } = memory;
      const server = await client();
      const receipt = await server.leaveContact(
        { ...lead, conversation },
        { timeoutMs: leadMsMax },
      );
      emit('lead', { id: receipt.id });
      return receipt;
    },
    onLater: (outcome) => drawing?.settleLead(outcome),
    isOnline: () => navigator.onLine,
    retryLater: (delayMs, retryNow) => {
      const once = () => {
        stop();
        retryNow();
      };
      const stop = () => {
        clearTimeout(timer);
        removeEventListener('online', once);
      };
      const timer = setTimeout(once, delayMs);
      addEventListener('online', once);
      return stop;
    },
  });
  const people = createPeoplePart(embed.parts, {
    site: embed.site,
    root,
    body,
    memory,
    language: () => config.language,
    business: () => config.business,
    server: servers.current,
    forgetServer: servers.forget,
    announce,
  });
  const speech = createSpeech({
    stage,
    visitor: () => memory.visitor,
    config: () => config,
    announce,
    onTranscript: (question, spokenIn) => ask(question, spokenIn),
    place: (bar) => drawing?.placeBar(bar),
    exchangeOf: (question, spokenIn) => addExchange(question, spokenIn),
    onChange: (exchange) => {
      drawAndStore(exchange);
      if (exchange.done !== undefined) people.answered(exchange);
      emitAnswer(exchange);
    },
    client,
    visit: () => ({
      history: historyOf(memory.exchanges),
      conversation: memory.conversation,
      page: pageAddress(),
      // Sent only if the visitor chose it; the language of the page is not a choice.
      language: memory.language === config.language ? config.language : undefined,
    }),
  });

  function redraw(): void {
    drawing = draw(body, {
      stage,
      config,
      memory,
      draft: drawing?.draft() ?? { question: '', lead: noFields, isLeadShown: false },
      isAnswering: isAnswering(),
      ask: (question) => ask(question),
      retry: (exchange) => {
        busyWait.cancel();
        focusIn();
        run(exchange);
      },
      focusIn,
      rate: (exchange, value) => {
        exchange.rating = value;
        memory.save();
        // A failure to send feedback is not shown.
        client()
          .then((server) => server.rate(exchange.done?.id ?? '', value))
          .catch(() => {});
      },
      leaveContact: (fields) =>
        leads.submit({
          ...fields,
          language: config.language,
          questionId: lastUnanswered(memory.exchanges)?.done?.id,
          page: pageAddress(),
        }),
      askForPerson: async () => {
        if (!(await people.ask())) announce(allWords[config.language].offline);
      },
      announce,
      clear: () => {
        speech.stop();
        stopAnswer.abort();
        busyWait.cancel();
        stopAnswer = new AbortController();
        memory.clear();
        people.restart();
        redraw();
        focusIn();
      },
      switchLanguage: (language) => void switchLanguage(language, true),
      close: isInline ? undefined : close,
      speech,
    });
    people.drawn();
  }

  /** Draws and stores an exchange, and keeps the end of the conversation in view. */
  function drawAndStore(exchange: Exchange): void {
    drawing?.update(exchange);
    memory.save();
  }

  function addExchange(question: string, spokenIn?: Language): Exchange {
    busyWait.cancel();
    const exchange: Exchange = { requestId: randomToken(), question, spokenIn, text: '' };
    memory.exchanges.push(exchange);
    drawing?.add(exchange);
    emit('question', { question });
    return exchange;
  }

  function ask(question: string, spokenIn?: Language): void {
    const text = question.trim().slice(0, questionCharactersMax);
    if (text !== '') run(addExchange(text, spokenIn));
  }

  /** Asks one question at a time. */
  function run(exchange: Exchange): void {
    const { signal } = stopAnswer;
    answering += 1;
    drawing?.setBusy(isAnswering());
    turn = turn
      .then(() => (signal.aborted ? undefined : answer(exchange, signal)))
      .catch((error) => {
        if (!signal.aborted) reportError(error);
      })
      .finally(() => {
        answering -= 1;
        drawing?.setBusy(isAnswering());
      });
  }

  async function answer(exchange: Exchange, signal: AbortSignal): Promise<void> {
    exchange.failure = undefined;
    exchange.done = undefined;
    announce(allWords[config.language].answering);
    drawAndStore(exchange);
    const outcome = await getAnswer(exchange, {
      ask: async function* (question, options) {
        yield* (await client()).ask(question, options);
      },
      // Once a person has written, the server uses the messages that it has stored itself.
      history: people.hasSpoken()
        ? []
        : historyOf(memory.exchanges.slice(0, memory.exchanges.indexOf(exchange))),
      conversation: memory.conversation,
      page: pageAddress(),
      onText: (text) => {
        exchange.text = text;
        drawing?.update(exchange);
      },
      signal,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      waitForBusy: (ms) => showBusy(exchange, ms),
      random: Math.random,
      isOnline: () => navigator.onLine,
      now: Date.now,
    });
    signal.throwIfAborted();
    if ('failure' in outcome) servers.forget();
    Object.assign(exchange, outcome);
    exchange.retryAtMs = undefined;
    drawAndStore(exchange);
    people.answered(exchange);
    announceOutcome(exchange);
  }

  function showBusy(exchange: Exchange, ms: number): Promise<boolean> {
    exchange.text = '';
    exchange.retryAtMs = Date.now() + ms;
    drawAndStore(exchange);
    const seconds = `${Math.floor(ms / 1_000)}`;
    announce(allWords[config.language].busyWait.replace('#', seconds));
    return busyWait.start(ms);
  }

  function announceOutcome(exchange: Exchange): void {
    const { done, failure, spokenIn } = exchange;
    const announceAnswer = () => announce(announcementOf(exchange), done?.language);
    emitAnswer(exchange);
    if (failure !== undefined) {
      announce(failure.sentence ?? allWords[config.language][failure.reason]);
      sendWhenOnline(exchange);
    } else if (spokenIn !== undefined && config.speak && !dialog.hidden) {
      // A spoken answer is not announced to screen readers as well.
      void speech
        .read(exchange, drawing?.listenButton(exchange))
        .then((wasSpoken) => wasSpoken || announceAnswer());
    } else announceAnswer();
  }

  function sendWhenOnline(exchange: Exchange): void {
    const { failure } = exchange;
    if (failure?.reason !== 'offline') return;
    addEventListener(
      'online',
      () => {
        // The question may have been retried or cleared meanwhile.
        if (exchange.failure === failure && memory.exchanges.includes(exchange)) run(exchange);
      },
      { once: true },
    );
  }

  function emitAnswer({ question, text, done }: Exchange): void {
    if (done === undefined) return;
    const { answered, language, id } = done;
    emit('answer', { question, text, answered, language, id });
  }

  async function switchLanguage(language: Language, isChoice: boolean): Promise<void> {
    // The recording indicator is drawn again, so the recording ends.
    speech.stop();
    try {
      config = await stage.loadSettings(language);
    } catch {
      // The settings could not be loaded: the widget's own texts change, the owner's texts stay in the old language.
      config = { ...config, language };
    }
    memory.language = config.language;
    memory.save();
    frame.lang = config.language;
    // A recording that started meanwhile would continue out of view.
    speech.stop();
    redraw();
    if (isChoice) drawing?.focusLanguage();
    emit('language', { language: config.language });
  }

  function open(): void {
    if (!dialog.hidden) return;
    returnTo = focusedElement();
    dialog.hidden = false;
    viewport = followViewport(window.visualViewport);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, viewport.sheet];
    stage.onOpenChange(true);
    if (drawing === undefined) begin();
    drawing?.toEnd();
    if (!isInline) focusIn();
    emit('open');
    // The language of the embed line takes precedence over a language chosen on another page.
    const language = embed.language === undefined ? memory.language : undefined;
    if (
      language !== undefined &&
      language !== config.language &&
      config.languages.includes(language)
    )
      void switchLanguage(language, false);
  }

  /** Draws the panel for the first time and sends what the last page could not. */
  function begin(): void {
    redraw();
    people.load();
    for (const exchange of memory.exchanges.filter(({ failure }) => failure?.reason === 'offline'))
      if (navigator.onLine) run(exchange);
      else sendWhenOnline(exchange);
    if (memory.lead === undefined) return;
    drawing?.placeBar(element('p', { class: 'bar' }, allWords[config.language].leadWaits));
    leads.resume();
  }

  /** Focuses the field; on touch screens its keyboard would hide the conversation. */
  function focusIn(): void {
    if (matchMedia('(pointer: coarse)').matches) dialog.focus();
    else drawing?.focus();
  }

  function close(): void {
    if (dialog.hidden || isInline) return;
    speech.stop();
    busyWait.cancel();
    viewport?.stop();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== viewport?.sheet);
    dialog.hidden = true;
    stage.onOpenChange(false);
    const launcher = root.querySelector<HTMLElement>('.launch');
    const isOurs = returnTo === undefined || !returnTo.isConnected || root.contains(returnTo);
    (isOurs ? launcher : returnTo)?.focus();
    emit('close');
  }

  /** Escape closes the innermost part: a recording, then the form, then the conversation. */
  function leave(event: KeyboardEvent): void {
    event.stopPropagation();
    if (speech.stop()) return;
    if (drawing?.back() !== true) close();
  }

  return {
    open,
    close,
    ask: (question) => {
      open();
      ask(question);
    },
  };
}

const questionCharactersMax = 2_000;
const leadMsMax = 20_000;

/** The address of the page, without query and fragment, which may be private. */
function pageAddress(): string {
  return location.origin + location.pathname;
}
