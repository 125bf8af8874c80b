import type { SiteDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Switch } from '../../../design/controls/switch.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { type ProfileForm, useProfileForm } from '../site/profile-form.ts';
import { SaveBar } from '../site/save-bar.tsx';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

/** Which websites may show the assistant, and whether a given page is one of them. */
export function Origins(props: { readonly site: string; readonly details: SiteDetails }) {
  const t = speak(words);
  const form = useProfileForm(props.site, props.details);
  const { allowed_origins: origins, require_key: isKeyed } = form.values.value;
  const change = (next: readonly string[]) => form.change({ allowed_origins: next });
  return (
    <Card title={t.originsTitle} lead={origins.length === 0 ? t.originsOpen : t.originsListed}>
      {origins.map((origin, at) => (
        <div class="origin" key={at}>
          <Field
            label={t.origin(at + 1)}
            {...(at === 0 ? { hint: t.originHint } : {})}
            type="url"
            value={origin}
            onInput={(value) => change(origins.with(at, value))}
            more={{ autocomplete: 'url', spellcheck: false }}
          />
          <Button
            kind="quiet"
            icon="trash"
            isIconOnly
            onClick={() => change(origins.toSpliced(at, 1))}
          >
            {t.removeOrigin(at + 1)}
          </Button>
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => change([...origins, ''])}>
          {t.addOrigin}
        </Button>
      </div>
      <Switch
        label={t.requireKey}
        hint={t.requireKeyHint}
        isOn={isKeyed}
        onChange={(isOn) => form.change({ require_key: isOn })}
      />
      <OriginTrial site={props.site} form={form} />
      <SaveBar form={form} />
    </Card>
  );
}

interface Verdict {
  readonly origin: string;
  readonly allowed: boolean;
  readonly why: string;
}

function OriginTrial({ site, form }: { readonly site: string; readonly form: ProfileForm }) {
  const t = speak(words);
  const address = useSignal('');
  const verdict = useSignal<Verdict | undefined>(undefined);
  const attempt = useWork();
  const submit = (event: Event) => {
    event.preventDefault();
    verdict.value = undefined;
    void attempt.run(async () => {
      const body = { origin: address.value.trim() };
      verdict.value = await call<Verdict>('POST', `${sitePath(site)}/origins/test`, { body });
    });
  };
  return (
    <form class="stack tight" onSubmit={submit}>
      <h3>{t.testTitle}</h3>
      <div class="origin">
        <Field
          label={t.testLabel}
          value={address.value}
          placeholder="https://"
          onInput={(value) => {
            address.value = value;
          }}
          more={{ autocomplete: 'url', spellcheck: false, inputmode: 'url' }}
        />
        <Button
          type="submit"
          isBusy={attempt.isBusy.value}
          isDisabled={address.value.trim() === ''}
        >
          {t.test}
        </Button>
      </div>
      {form.isChanged.value && <p class="quiet small">{t.testUnsaved}</p>}
      {verdict.value !== undefined && (
        <p class="row" role="status">
          <Badge kind={verdict.value.allowed ? 'good' : 'alarm'}>
            {verdict.value.allowed ? t.allowed : t.refused}
          </Badge>
          <span class="grow">{verdict.value.why}</span>
        </p>
      )}
      {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
    </form>
  );
}
