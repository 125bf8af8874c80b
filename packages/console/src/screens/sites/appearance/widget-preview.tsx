import type { Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { into } from '../../../design/base/bind.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { hostedPage } from '../site/site.ts';
import { words } from './words.ts';

const restMs = 350;

/** The real widget on a page of the site service; unsaved values are in the hash, which is not sent to the server. */
export function WidgetPreview(props: { readonly site: string; readonly values: Profile }) {
  const t = speak(words);
  const isOpen = useSignal(true);
  const frame = useRef<HTMLIFrameElement>(null);
  const first = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const spoken = language.value;
  const { values } = props;
  const address = `${hostedPage(props.site)}?preview=true&language=${spoken}`;
  const unsaved = JSON.stringify({
    isOpen: isOpen.value,
    name: inLanguage(values.name, spoken),
    greeting: inLanguage(values.greeting, spoken),
    colour: values.colour,
    position: values.position,
    suggestions: values.suggestions.map((one) => inLanguage(one, spoken)).filter(Boolean),
    privacy: inLanguage(values.privacy, spoken),
  });
  const wanted = `${address}#${encodeURIComponent(unsaved)}`;
  first.current ??= wanted;
  shown.current ??= wanted;
  useEffect(() => {
    if (wanted === shown.current) return;
    // Replaced, so that Back leads to the page before and not to an earlier preview.
    const timer = setTimeout(() => {
      shown.current = wanted;
      frame.current?.contentWindow?.location.replace(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <div class="stack">
      <Choices
        label={t.previewShow}
        isSingle
        chosen={[isOpen.value ? 'open' : 'closed']}
        options={[
          { value: 'open', label: t.previewOpen },
          { value: 'closed', label: t.previewClosed },
        ]}
        onChange={([chosen]) => into(isOpen)(chosen === 'open')}
      />
      <iframe ref={frame} class="widget-preview" title={t.previewTitle} src={first.current} />
    </div>
  );
}
