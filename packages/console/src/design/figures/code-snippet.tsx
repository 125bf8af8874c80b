import { useSignal } from '@preact/signals';
import { CopyButton } from '../buttons.tsx';
import { Tabs } from '../lists/tabs.tsx';
import { setterOf } from '../signals.ts';
import './figures.css';

export interface Snippet {
  readonly id: string;
  /** "curl", "client". */
  readonly label: string;
  readonly code: string;
}

/** The same call in several languages, to copy. */
export function CodeSnippet(props: {
  readonly label: string;
  readonly snippets: readonly Snippet[];
}) {
  const { snippets, label } = props;
  const chosen = useSignal(snippets[0]?.id ?? '');
  const current = snippets.find(({ id }) => id === chosen.value) ?? snippets[0];
  if (current === undefined) return null;
  const text = (
    <div class="snippet-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
      <pre tabIndex={0} aria-label={`${label}: ${current.label}`} role="region">
        <code>{current.code}</code>
      </pre>
      <CopyButton label={`${label}: ${current.label}`} text={current.code} />
    </div>
  );
  return (
    <div class="snippet">
      {snippets.length === 1 ? (
        text
      ) : (
        <Tabs label={label} tabs={snippets} current={current.id} onChange={setterOf(chosen)}>
          {text}
        </Tabs>
      )}
    </div>
  );
}
