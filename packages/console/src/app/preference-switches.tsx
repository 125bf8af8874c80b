import { Button, IconButton } from '../design/buttons.tsx';
import { setTo } from '../design/signals.ts';
import { language, setLanguage } from '../words/language.ts';
import { type Scheme, scheme } from './preferences.ts';
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
    onSelect: setTo(scheme, one),
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
      <IconButton
        icon={items[at]?.icon ?? 'screen'}
        label={next?.label ?? ''}
        onClick={next?.onSelect}
      />
    </div>
  );
}
