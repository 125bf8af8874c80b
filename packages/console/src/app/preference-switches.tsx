import { effect, signal } from '@preact/signals';
import { Button } from '../design/buttons.tsx';
import { Icon } from '../design/icon.tsx';
import { put } from '../design/signals.ts';
import { language, setLanguage } from '../words/language.ts';
import { t } from './words.ts';

export function toggleLanguage(): void {
  setLanguage(language.value === 'sw' ? 'en' : 'sw');
}

const schemes = ['system', 'light', 'dark'] as const;
const pictures = { system: 'screen', light: 'light', dark: 'dark' } as const;

export function schemeItems() {
  const names: Readonly<Record<Scheme, string>> = {
    system: t.schemeSystem,
    light: t.schemeLight,
    dark: t.schemeDark,
  };
  return schemes.map((one) => ({
    label: names[one],
    icon: pictures[one],
    isCurrent: scheme.value === one,
    onSelect: put(scheme, one),
  }));
}

/** Language and colours, side by side. */
export function Preferences() {
  const items = schemeItems();
  const at = items.findIndex(({ isCurrent }) => isCurrent);
  const next = items[(at + 1) % items.length];
  return (
    <div class="row">
      <Button
        kind="quiet"
        label={t.otherLanguage}
        more={{ lang: language.value === 'sw' ? 'en' : 'sw' }}
        onClick={toggleLanguage}
      />
      <button
        type="button"
        class="button quiet only-icon"
        aria-label={next?.label}
        onClick={() => next?.onSelect()}
      >
        <Icon name={items[at]?.icon ?? 'screen'} />
      </button>
    </div>
  );
}

/** Language and colours of this browser, in a cookie that holds nothing else. */
type Scheme = 'system' | 'light' | 'dark';

const scheme = signal<Scheme>('system');

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
