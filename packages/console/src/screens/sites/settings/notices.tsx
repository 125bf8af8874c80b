import type { SiteDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import type { ProfileForm } from '../site/profile-form.ts';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

export function Notices(props: {
  readonly site: string;
  readonly details: SiteDetails;
  readonly form: ProfileForm;
}) {
  const t = speak(words);
  const { form, details } = props;
  const { notify } = form.values.value;
  const change = (part: typeof notify) => form.change({ notify: { ...notify, ...part } });
  const secret = details.site.webhook_secret;
  return (
    <Card title={t.noticesTitle} lead={t.noticesLead}>
      <Field
        label={t.emailLabel}
        type="email"
        value={notify.email ?? ''}
        onInput={(email) => change({ email })}
        more={{ autocomplete: 'email' }}
      />
      <Select
        label={t.digestLabel}
        value={notify.digest ?? 'daily'}
        options={[
          { value: 'daily', label: t.digestDaily },
          { value: 'hourly', label: t.digestHourly },
          { value: 'instant', label: t.digestInstant },
        ]}
        onChange={(digest) => change({ digest })}
      />
      <Field
        label={t.webhookLabel}
        hint={t.webhookHint}
        type="url"
        value={notify.webhook ?? ''}
        onInput={(webhook) => change({ webhook })}
        more={{ autocomplete: 'off', spellcheck: false }}
      />
      {secret !== undefined && (
        <div class="field">
          <span class="label">{t.secretLabel}</span>
          <CopyText label={t.secret} text={secret} shown={`${secret.slice(0, 8)}…`} />
        </div>
      )}
      <Trial site={props.site} form={form} />
    </Card>
  );
}

interface Sent {
  readonly channel: 'webhook' | 'email';
  readonly delivered: boolean;
  readonly error: string | null;
}

function Trial({ site, form }: { readonly site: string; readonly form: ProfileForm }) {
  const t = speak(words);
  const sent = useSignal<readonly Sent[]>([]);
  const attempt = useWork();
  const isUnsaved = form.isChanged.value;
  const send = () =>
    attempt.run(async () => {
      sent.value = [];
      const answer = await call<{ readonly sent: readonly Sent[] }>(
        'POST',
        `${sitePath(site)}/notices/test`,
      );
      sent.value = answer.sent;
    });
  return (
    <div class="stack tight">
      <div class="row">
        <Button isBusy={attempt.isBusy.value} isDisabled={isUnsaved} onClick={() => void send()}>
          {t.tryNotices}
        </Button>
        {isUnsaved && <span class="quiet small">{t.tryFirst}</span>}
      </div>
      <div role="status" class="stack tight">
        {sent.value.map(({ channel, delivered, error }) => (
          <p key={channel} class="row">
            <Badge kind={delivered ? 'good' : 'alarm'}>
              {t.channel[channel]}: {delivered ? t.arrived : t.failed}
            </Badge>
            {error !== null && <span class="grow quiet">{error}</span>}
          </p>
        ))}
      </div>
      {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
    </div>
  );
}
