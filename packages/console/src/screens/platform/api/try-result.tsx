import type { RawAnswer } from '../../../api/raw-call.ts';
import { CopyButton } from '../../../design/buttons.tsx';
import { Badge, Facts } from '../../../design/notes.tsx';
import { bytes, count } from '../../../words/figures.ts';
import { t } from './words.ts';

/** Headers that say something about this response; the rest is the same for all. */
const named = [
  'Content-Type',
  'ETag',
  'Location',
  'Retry-After',
  'Idempotent-Replayed',
  'Content-Range',
  'Content-Disposition',
  'Last-Modified',
  'Platform-Version',
  'X-Request-Id',
];

export function TryResult(props: { readonly answer: RawAnswer; readonly isBusy: boolean }) {
  const { answer, isBusy } = props;
  const { status, ms, headers, text, isWhole } = answer;
  const facts = named.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const shown = text === undefined ? '' : pretty(text);
  return (
    <section class="try-result stack tight" aria-label={t.response}>
      <p class="row" role="status">
        <Badge kind={status === 0 || status >= 400 ? 'alarm' : status >= 300 ? 'care' : 'good'}>
          {status === 0 ? t.redirect : String(status)}
        </Badge>
        <span class="quiet small figures">
          {t.took(count(Math.round(ms)))} · {bytes(answer.bytes)}
        </span>
      </p>
      <Facts facts={facts} />
      {text === undefined && answer.bytes > 0 && <p class="quiet">{t.noText}</p>}
      {shown !== '' && (
        <div class="snippet-text">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
          <pre class="try-body" tabIndex={0} role="region" aria-label={`${t.response}: ${t.body}`}>
            <code>{shown}</code>
          </pre>
          <CopyButton label={t.response} text={shown} />
        </div>
      )}
      {!isBusy && !isWhole && <p class="quiet small">{t.cut}</p>}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
