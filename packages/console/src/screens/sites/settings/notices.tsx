import type { NoticeTest } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { type Draft, write } from '../../information/profile/draft.ts';
import { words } from './words.ts';

export function Notices({ draft, profile, details }: EditorProps) {
  const t = speak(words);
  const { notify } = profile;
  const change = (part: typeof notify) => write(draft, { field: 'notify' }, { ...notify, ...part });
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
      <SendTest draft={draft} />
    </Card>
  );
}

function SendTest({ draft }: { readonly draft: Draft }) {
  const t = speak(words);
  const sent = useSignal<NoticeTest['sent']>([]);
  const work = useWork();
  const isUnsaved = draft.changes.value.length > 0;
  const send = () =>
    work.run(async () => {
      sent.value = [];
      sent.value = (await client.sites.testNotices(draft.site)).sent;
    });
  return (
    <div class="stack tight">
      <div class="row">
        <Button isBusy={work.isBusy.value} isDisabled={isUnsaved} onClick={() => void send()}>
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
      <ErrorNote problem={work.problem.value} />
    </div>
  );
}
