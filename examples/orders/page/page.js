/** Shared by both pages: the language, creation of elements, and amounts. */
import { texts } from '/texts.js';

let language =
  localStorage.getItem('language') ?? (navigator.language.startsWith('en') ? 'en' : 'sw');

export function text(name) {
  return texts[language][name];
}

export function faultText(code) {
  return texts[language].faults[code] ?? texts[language].faults.later;
}

/** The name of an item in the language of the page. */
export function nameOf(good) {
  return good?.[language] ?? '';
}

/** Writes the texts of the page, now and after each change of the language. */
export function speak(onChange) {
  const button = document.querySelector('#language');
  const write = () => {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-text]'))
      element.textContent = text(element.dataset.text);
    button.textContent = text('other');
    button.lang = language === 'sw' ? 'en' : 'sw';
    onChange();
  };
  button.addEventListener('click', () => {
    language = language === 'sw' ? 'en' : 'sw';
    localStorage.setItem('language', language);
    write();
  });
  write();
}

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  const { data = {}, aria = {}, ...own } = properties;
  Object.assign(made, own);
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(aria)) made.setAttribute(`aria-${name}`, value);
  made.append(...children);
  return made;
}

export function money(amount) {
  return `KES ${amount.toLocaleString('en')}`;
}

export async function loadGoods() {
  return (await fetch('/goods.json')).json();
}

/** The items of an order with their counts and the total. */
export function summary(order, goods) {
  const lines = order.items.map(({ id, count }) => {
    const good = goods.find((one) => one.id === id);
    return element(
      'li',
      {},
      element('span', {}, `${count} × ${nameOf(good)}`),
      element('span', { className: 'amount' }, money(count * (good?.price ?? 0))),
    );
  });
  return element(
    'ul',
    { className: 'lines' },
    ...lines,
    element(
      'li',
      { className: 'sum' },
      element('span', {}, text('total')),
      element('span', { className: 'amount' }, money(order.total)),
    ),
  );
}
