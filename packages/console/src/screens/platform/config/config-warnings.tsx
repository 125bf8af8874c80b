import type { ConfigWarning } from '@baraza/contract';
import { Icon } from '../../../design/icon.tsx';
import { t } from './words.ts';
import './config.css';

/** What is probably a mistake in a config that was saved. Renders nothing without a warning. */
export function ConfigWarnings({ warnings }: { readonly warnings: readonly ConfigWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <div class="config-warnings caution-note" role="status">
      <Icon name="warning" />
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.path} ${warning.message}`}>{warningText(warning)}</li>
        ))}
      </ul>
    </div>
  );
}

export function warningText({ path, message, didYouMean }: ConfigWarning): string {
  if (didYouMean === undefined) return message;
  if (path === '/kind') return t.unusualKind(didYouMean);
  const key = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return t.unknownKey(key, didYouMean);
}
