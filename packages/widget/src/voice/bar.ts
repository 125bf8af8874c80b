/** The recording indicator beside the composer. */
import { element, icon, svgSpace } from '../launcher/element.ts';
import { icons } from '../panel/icons.ts';

export type Bar = ReturnType<typeof liveBar>;

/** `level`, from 0 to 1, sets the size of the indicator light; without it only the text is shown. */
export function liveBar(
  text: string,
  action: {
    readonly label: string;
    readonly onPress: () => void;
    /** A text button at the start, away from the one that sends; otherwise an icon at the end. */
    readonly isTextButton?: boolean;
  },
  level?: () => number,
) {
  const light = document.createElementNS(svgSpace, 'circle');
  const svg = icon();
  svg.classList.add('light');
  for (const [name, value] of [
    ['cx', '12'],
    ['cy', '12'],
    ['r', '4'],
  ] as const)
    light.setAttribute(name, value);
  svg.append(light);
  const words = element('span', {}, text);
  const clock = element('span', { class: 'clock', 'aria-hidden': 'true' });
  const { label, onPress: click, isTextButton = false } = action;
  const button = isTextButton
    ? element('button', { type: 'button', class: 'plain', click }, label)
    : element(
        'button',
        { type: 'button', class: 'tool', 'aria-label': label, title: label, click },
        icon(...icons.close),
      );
  const rest = [svg, clock, words];
  const node = element(
    'div',
    { class: 'bar live' },
    ...(isTextButton ? [button, ...rest] : [...rest, button]),
  );
  const startedMs = performance.now();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const timer =
    level === undefined
      ? undefined
      : setInterval(() => {
          const seconds = Math.floor((performance.now() - startedMs) / 1_000);
          clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
          if (!isCalm) light.setAttribute('r', String(4 + 7 * level()));
        }, 100);
  return {
    node,
    setText: (next: string) => {
      words.textContent = next;
    },
    /** Moves the focus to its button, since the pressed element is gone. */
    focus: () => button.focus(),
    end: () => clearInterval(timer),
  };
}
