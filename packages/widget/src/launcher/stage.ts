/** The widget's host element on the page, and the interface that lazily loaded parts get. */
import type { Language, SiteConfig } from '@baraza/contract';
import { cssColour, inkOn, parseColour } from './colour.ts';
import { element, icon } from './element.ts';
import type { Embed } from './embed.ts';
import styles from './launcher.css?inline';
import type { Emit } from './listeners.ts';

export interface Stage {
  readonly embed: Embed;
  readonly servers: Servers;
  readonly config: SiteConfig;
  readonly root: ShadowRoot;
  readonly frame: HTMLElement;
  /** True: always open inside an element of the page. False: in the corner, over the page. */
  readonly isInline: boolean;
  readonly loadSettings: (language: Language) => Promise<SiteConfig>;
  readonly emit: Emit;
  /** Shows the button when the conversation is closed, and hides it while it is open. */
  readonly onOpenChange: (isOpen: boolean) => void;
}

export interface Servers {
  /** Called before each request: a node may lose its grant while a page is open. */
  readonly current: () => Promise<Server>;
  /** Looks up the server again after a failed connection. */
  readonly forget: () => void;
}

export interface Server {
  readonly base: string;
  readonly key: string | undefined;
}

export interface Panel {
  readonly open: () => void;
  readonly close: () => void;
  readonly ask: (question: string) => void;
}

export type Scene = ReturnType<typeof setScene>;

export function setScene(config: SiteConfig, into: Element | null, onPress: () => void) {
  const words = launcherWords[config.language];
  const trouble = element('div', { class: 'trouble', role: 'status' });
  const button = element(
    'button',
    {
      class: 'launch',
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      click: onPress,
    },
    icon(
      'M21 11.5a8.4 8.4 0 0 1-9 8.4 9.6 9.6 0 0 1-3.8-.8L3 20.5l1.6-4.2A8.2 8.2 0 0 1 3 11.5a8.6 8.6 0 0 1 9-8.4 ' +
        '8.6 8.6 0 0 1 9 8.4z',
      'M8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01',
    ),
    element('span', {}, `${words.ask} ${config.name}`),
  );
  const launcher = element('div', { class: 'launcher' }, trouble, button);
  const frame = element(
    'section',
    {
      class: `frame ${config.position}`,
      lang: config.language,
      'aria-label': `${words.assistant} ${config.business || config.name}`,
    },
    into === null && launcher,
  );
  const host = element('div', {
    'data-inline': into !== null,
    popover: into === null && 'manual',
  });
  // Open, so that pages and tests can reach its elements; nothing secret is inside.
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(styles), brandSheet(config.colour)];
  root.append(frame);
  if (into === null) keepOnPage(host);
  else into.append(host);
  return {
    root,
    frame,
    button,
    /** One line beside the button, for errors before there is a conversation. */
    complain: (sentence: string) => {
      trouble.textContent = sentence;
    },
    onOpenChange: (isOpen: boolean) => {
      launcher.hidden = isOpen;
      button.setAttribute('aria-expanded', String(isOpen));
    },
  };
}

export const launcherWords = {
  sw: {
    ask: 'Uliza',
    assistant: 'Msaidizi wa',
    unreachable: 'Hakuna mtandao kwa sasa. Tafadhali bonyeza tena.',
  },
  en: {
    ask: 'Ask',
    assistant: 'Assistant of',
    unreachable: 'There is no connection right now. Please press again.',
  },
};

export function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function brandSheet(colour: string): CSSStyleSheet {
  const brand = parseColour(colour);
  return sheetOf(`.frame{--brand:${cssColour(brand)};--on-brand:${cssColour(inkOn(brand))}}`);
}

/**
 * Adds the host next to the body, not inside it: an application that renders its body again does not remove it, and CSS
 * rules for the last child of the body are unaffected. It is added again, a few times, if the document is cleared.
 */
function keepOnPage(host: HTMLElement): void {
  let placementsLeft = 20;
  const place = () => {
    const { documentElement } = document;
    if (host.isConnected || placementsLeft === 0 || documentElement === null) return;
    placementsLeft -= 1;
    documentElement.append(host);
    // In the top layer, above stacking contexts of the page; older browsers get a high z-index.
    host.showPopover?.();
    for (const node of [document, documentElement]) observer.observe(node, { childList: true });
  };
  const observer = new MutationObserver(place);
  place();
}
