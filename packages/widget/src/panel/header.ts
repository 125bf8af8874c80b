import type { SiteConfig } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import { icons } from './icons.ts';
import type { Words } from './words.ts';

export function header(
  config: SiteConfig,
  words: Words,
  on: { readonly onLanguage: () => void; readonly onClose: (() => void) | undefined },
) {
  const title = config.business || config.name;
  const sign = element('span', { class: 'sign', 'aria-hidden': 'true' }, initial(title));
  const languageButton =
    config.languages.length < 2
      ? undefined
      : element(
          'button',
          {
            type: 'button',
            class: 'language',
            lang: config.language === 'sw' ? 'en' : 'sw',
            click: on.onLanguage,
          },
          words.otherLanguage,
        );
  const node = element(
    'header',
    {},
    sign,
    element(
      'div',
      { class: 'names' },
      element('h2', { id: 'title' }, title),
      element('p', {}, subtitle(config, words)),
    ),
    languageButton,
    on.onClose !== undefined && headButton(icons.close, words.close, on.onClose),
  );
  let back: HTMLElement | undefined;
  return {
    node,
    languageButton,
    /** Shows a back button instead of the initial while another view is open. */
    setBack: (onBack: (() => void) | undefined) => {
      back?.remove();
      back = onBack === undefined ? undefined : headButton(icons.back, words.back, onBack);
      sign.hidden = back !== undefined;
      if (back !== undefined) node.prepend(back);
    },
  };
}

function headButton(
  paths: readonly string[],
  label: string,
  onPress: () => void,
): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'head', 'aria-label': label, title: label, click: onPress },
    icon(...paths),
  );
}

function initial(name: string): string {
  return [...name][0]?.toUpperCase() ?? '';
}

function subtitle({ name, business }: SiteConfig, { assistant }: Words): string {
  return business === '' || name === assistant ? assistant : `${name} · ${assistant}`;
}
