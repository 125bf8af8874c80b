import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { useWork } from '../../api/work.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { speak } from '../../words/language.ts';
import { operatorPath } from './operator-api.ts';
import { ShownOnce } from './shown-once.tsx';
import { words } from './words.ts';

interface MadeGrant {
  readonly grant: string;
  readonly absent: readonly string[];
}

export function AuthoriseNode(props: {
  readonly onMade: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const origin = useSignal('');
  const sites = useSignal('');
  const days = useSignal('30');
  const made = useSignal<MadeGrant | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const authorise = async () => {
    const named = sites.value.split('\n').map((line) => line.trim());
    const list = named.filter((name) => name !== '');
    const body = {
      origin: origin.value.trim(),
      days: Number(days.value),
      ...(list.length === 0 ? {} : { sites: list }),
    };
    made.value = await call<MadeGrant>('POST', `${operatorPath}/nodes`, { body });
    props.onMade();
  };
  if (made.value !== undefined)
    return (
      <ShownOnce
        title={t.grantTitle}
        text={t.grantText}
        label={t.grant}
        secret={made.value.grant}
        onClose={props.onClose}
      >
        {made.value.absent.length > 0 && <p>{t.absent(made.value.absent.join(', '))}</p>}
      </ShownOnce>
    );
  return (
    <Sheet title={t.authorise} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(authorise);
        }}
      >
        <Field
          label={t.origin}
          hint={t.originHint}
          isRequired
          type="url"
          value={origin.value}
          onInput={(value) => {
            origin.value = value;
          }}
        />
        <Field
          label={t.nodeSites}
          hint={t.nodeSitesHint}
          lines={3}
          value={sites.value}
          onInput={(value) => {
            sites.value = value;
          }}
          more={{ spellcheck: false }}
        />
        <Field
          label={t.days}
          type="number"
          value={days.value}
          onInput={(value) => {
            days.value = value;
          }}
          more={{ min: 1, max: 365 }}
        />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.authorise}
        </Button>
      </form>
    </Sheet>
  );
}
