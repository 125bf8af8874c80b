import { speak } from '../../words/language.ts';
import { Icon } from '../base/icon.tsx';
import { Button } from '../controls/button.tsx';
import { words } from '../words.ts';
import './notes.css';

/** What went wrong, in the server's own sentence, and a way to try again. Nothing without a problem. */
export function ErrorNote(props: {
  readonly problem: (Error & { readonly requestId?: string | undefined }) | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = speak(words);
  if (props.problem === undefined) return null;
  const { requestId } = props.problem;
  return (
    <div class="error-note" role="alert">
      <Icon name="warning" />
      <div class="grow stack tight">
        <p>{props.problem.message}</p>
        {requestId !== undefined && (
          <p class="small">
            {t.requestId}: <code>{requestId}</code>
          </p>
        )}
        {props.onRetry !== undefined && (
          <div>
            <Button icon="again" onClick={props.onRetry}>
              {t.again}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
