/** Language and colours of this browser, in a cookie that holds nothing else. */
import { effect, signal } from '@preact/signals';
import { language, setLanguage } from '../words/language.ts';

export type Scheme = 'system' | 'light' | 'dark';

export const scheme = signal<Scheme>('system');

const name = 'baraza_ui';
const yearSeconds = 31_536_000;

export function startPreferences(): void {
  const kept = new Map(
    document.cookie.split('; ').map((pair) => [pair.split('=')[0], pair.split('=')[1] ?? '']),
  ).get(name);
  const [chosen, colours] = kept?.split('.') ?? [];
  if (colours === 'light' || colours === 'dark') scheme.value = colours;
  setLanguage(chosen === 'sw' || chosen === 'en' ? chosen : language.value);
  let isFirst = true;
  effect(() => {
    const root = document.documentElement;
    if (scheme.value === 'system') delete root.dataset.scheme;
    else root.dataset.scheme = scheme.value;
    const value = `${language.value}.${scheme.value}`;
    // No cookie before the user chooses something.
    if (!isFirst) keep(value);
    isFirst = false;
  });
}

function keep(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in common browsers.
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=strict`;
}
