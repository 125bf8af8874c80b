/** The text field, and the buttons to speak instead. */
import type { SiteConfig } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import { icons } from './icons.ts';
import type { Words } from './words.ts';

interface ComposerTools {
  readonly config: SiteConfig;
  readonly words: Words;
  readonly draft: string;
  readonly onWrite: () => void;
  readonly onSend: (question: string) => void;
  /** The microphone button is pressed or released. */
  readonly onHold: (isDown: boolean, button: HTMLButtonElement) => void;
  readonly onTalk: () => void;
}

export function composer({ config, words, draft, ...on }: ComposerTools) {
  let isBusy = false;
  const field = element('textarea', {
    rows: '1',
    maxlength: '2000',
    placeholder: words.write,
    'aria-label': words.write,
    enterkeyhint: 'send',
    autocomplete: 'off',
    dir: 'auto',
    input: () => {
      show();
      on.onWrite();
    },
    keydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    },
  });
  const sendButton = roundButton('send', icons.send, words.send, 'submit');
  // The microphone is the last button, so that it stays under the finger when a recording starts.
  const speech = [
    ...(config.live && config.voice
      ? [roundButton('talk', icons.talk, words.talk, 'button', () => on.onTalk())]
      : []),
    ...(config.voice ? [microphone(words, on.onHold)] : []),
  ];
  const form = element(
    'form',
    {
      class: 'composer',
      submit: (event: SubmitEvent) => {
        event.preventDefault();
        send();
      },
    },
    field,
    ...speech,
    sendButton,
  );
  field.value = draft;
  show();

  function send(): void {
    const question = field.value.trim();
    if (question === '' || isBusy) return;
    field.value = '';
    show();
    on.onSend(question);
  }

  function show(): void {
    const isEmpty = field.value.trim() === '';
    // Hidden while text is entered: a narrow phone needs the space.
    for (const button of speech) button.hidden = !isEmpty;
    sendButton.hidden = isEmpty && speech.length > 0;
    sendButton.setAttribute('aria-disabled', String(isEmpty || isBusy));
    field.rows = 1;
    field.rows = Math.min(5, Math.max(1, Math.round((field.scrollHeight - 20) / lineHeightPx)));
  }

  return {
    node: form,
    focus: () => field.focus(),
    draft: () => field.value,
    /** While busy, nothing can be sent. */
    setBusy: (busy: boolean) => {
      isBusy = busy;
      show();
    },
  };
}

const lineHeightPx = 24;

function microphone(
  words: Words,
  onHold: (isDown: boolean, button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = roundButton('speak', icons.microphone, words.speak, 'button');
  button.append(icon(...icons.send));
  const isHoldKey = ({ key, repeat }: KeyboardEvent) => !repeat && (key === ' ' || key === 'Enter');
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    onHold(true, button);
  });
  button.addEventListener('pointerup', () => onHold(false, button));
  button.addEventListener('pointercancel', () => onHold(false, button));
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') event.preventDefault();
    if (isHoldKey(event)) onHold(true, button);
  });
  button.addEventListener('keyup', (event) => {
    if (isHoldKey(event)) onHold(false, button);
  });
  // Screen readers click without pointer or key events, so such a click counts as press and release.
  button.addEventListener('click', (event) => {
    if (event.detail !== 0) return;
    onHold(true, button);
    onHold(false, button);
  });
  // Holding a finger on a phone would open a menu.
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  return button;
}

function roundButton(
  name: string,
  paths: readonly string[],
  label: string,
  type: 'button' | 'submit',
  onPress?: () => void,
): HTMLButtonElement {
  return element(
    'button',
    { class: `round ${name}`, type, 'aria-label': label, title: label, click: onPress },
    icon(...paths),
  );
}
