import type { OriginVerdict } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Switch } from '../../../design/controls/switch.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { LineList } from '../../../design/parts/line-list.tsx';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { type Draft, write } from '../../information/profile/draft.ts';
import { words } from './words.ts';

/** Which websites may show the assistant, and a test whether a page is one of them. */
export function Origins({ draft, profile }: EditorProps) {
  const t = speak(words);
  const { allowed_origins: origins, require_key: isKeyed } = profile;
  return (
    <Card title={t.originsTitle} lead={origins.length === 0 ? t.originsOpen : t.originsListed}>
      <LineList
        lines={origins}
        blank=""
        addLabel={t.addOrigin}
        removeLabel={t.removeOrigin}
        onChange={(next) => write(draft, { field: 'allowed_origins' }, next)}
      >
        {(origin, at, onInput) => (
          <Field
            label={t.origin(at + 1)}
            hint={at === 0 ? t.originHint : undefined}
            type="url"
            value={origin}
            onInput={onInput}
            more={{ autocomplete: 'url', spellcheck: false }}
          />
        )}
      </LineList>
      <Switch
        label={t.requireKey}
        hint={t.requireKeyHint}
        isOn={isKeyed}
        onChange={(isOn) => write(draft, { field: 'require_key' }, isOn)}
      />
      <OriginTest draft={draft} />
    </Card>
  );
}

function OriginTest({ draft }: { readonly draft: Draft }) {
  const t = speak(words);
  const address = useSignal('');
  const verdict = useSignal<OriginVerdict | undefined>(undefined);
  const work = useWork();
  const submit = (event: Event) => {
    event.preventDefault();
    verdict.value = undefined;
    void work.run(async () => {
      verdict.value = await client.sites.testOrigin(draft.site, address.value.trim());
    });
  };
  return (
    <form class="stack tight" onSubmit={submit}>
      <h3>{t.testTitle}</h3>
      <div class="line">
        <Field
          label={t.testLabel}
          value={address.value}
          placeholder="https://"
          onInput={into(address)}
          more={{ autocomplete: 'url', spellcheck: false, inputmode: 'url' }}
        />
        <Button type="submit" isBusy={work.isBusy.value} isDisabled={address.value.trim() === ''}>
          {t.test}
        </Button>
      </div>
      {draft.changes.value.length > 0 && <p class="quiet small">{t.testUnsaved}</p>}
      {verdict.value !== undefined && (
        <p class="row" role="status">
          <Badge kind={verdict.value.allowed ? 'good' : 'alarm'}>
            {verdict.value.allowed ? t.allowed : t.refused}
          </Badge>
          <span class="grow">{verdict.value.why}</span>
        </p>
      )}
      <ErrorNote problem={work.problem.value} />
    </form>
  );
}
