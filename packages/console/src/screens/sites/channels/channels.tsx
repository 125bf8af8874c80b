/** Connects WhatsApp and Telegram step by step, and tests the connection. */
import type { Channel, ChannelName } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../../api/client.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button, CopyText } from '../../../design/buttons.tsx';
import { Confirm, Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, Card, Complaint, Facts, Loaded } from '../../../design/notes.tsx';
import { useFlag } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { sitePath } from '../site/site.ts';
import { t } from './words.ts';

const fields = {
  whatsapp: ['phone_number_id', 'access_token', 'app_secret', 'verify_token'],
  telegram: ['token'],
} as const;

export function Channels({ params }: ScreenProps) {
  const site = params.site ?? '';
  const channels = useResource(`${sitePath(site)}/channels`, (signal) =>
    client.sites.channels(site, { signal }),
  );
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={channels}>
        {({ channels: all }) => (
          <div class="stack narrow">
            {(['whatsapp', 'telegram'] as const).map((name) => (
              <ChannelCard
                key={name}
                site={site}
                name={name}
                channel={all.find(({ channel }) => channel === name)}
                onChanged={channels.refresh}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function ChannelCard(props: {
  readonly site: string;
  readonly name: ChannelName;
  readonly channel: Channel | undefined;
  readonly onChanged: () => Promise<void>;
}) {
  const { site, name, channel, onChanged } = props;
  const writing = useFlag();
  const removing = useFlag();
  const trial = useSignal<string>();
  const test = () =>
    attempt(async () => {
      const { ok, name: account, error } = await client.sites.testChannel(site, name);
      trial.value = ok ? undefined : error;
      if (ok) toast({ text: t.testOk.replace('#', account ?? '') });
    });
  const remove = async () => {
    await client.sites.deleteChannel(site, name);
    removing.off();
    toast({ text: t.disconnected });
    await onChanged();
  };
  const when = (time: string | null) => (time === null ? t.never : moment(time));
  return (
    <Card
      title={name === 'whatsapp' ? 'WhatsApp' : 'Telegram'}
      actions={
        <Badge kind={channel === undefined ? 'plain' : 'good'}>
          {channel === undefined ? t.notConnected : t.connected}
        </Badge>
      }
    >
      <ol class="guide">
        {t[`${name}Steps`].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {channel !== undefined && (
        <>
          {name === 'whatsapp' && <CopyText label={t.webhook} text={channel.webhook_url} />}
          <Facts
            facts={[
              [t.received, when(channel.last_received_at)],
              [t.sent, when(channel.last_sent_at)],
            ]}
          />
          <Complaint text={trial.value ?? channel.fault ?? undefined} />
        </>
      )}
      {(channel === undefined || writing.isOn) && (
        <SettingsForm
          site={site}
          name={name}
          onSaved={async () => {
            writing.off();
            await onChanged();
          }}
        />
      )}
      {channel !== undefined && (
        <div class="row">
          <Button icon="check" onClick={test} label={t.test} />
          {!writing.isOn && <Button kind="quiet" onClick={writing.on} label={t.replace} />}
          <Button kind="quiet" icon="trash" onClick={removing.on} label={t.disconnect} />
        </div>
      )}
      {removing.isOn && (
        <Confirm
          title={t.disconnectTitle}
          action={t.disconnect}
          cancel={t.keep}
          onConfirm={remove}
          onClose={removing.off}
          text={t.disconnectText}
        />
      )}
    </Card>
  );
}

function SettingsForm(props: {
  readonly site: string;
  readonly name: ChannelName;
  readonly onSaved: () => Promise<void>;
}) {
  const { site, name } = props;
  const values = useSignal<{ readonly [field: string]: string }>({});
  const work = useWork();
  const save = async () => {
    await client.sites.connectChannel(site, name, values.value);
    values.value = {};
    await props.onSaved();
  };
  return (
    <Form onSubmit={() => work.run(() => attempt(save))}>
      {fields[name].map((field) => (
        <Field
          key={field}
          label={t[field]}
          type={field === 'phone_number_id' ? 'text' : 'password'}
          value={values.value[field] ?? ''}
          onInput={(value) => {
            values.value = { ...values.value, [field]: value };
          }}
          isRequired
          isCode
        />
      ))}
      <div class="row">
        <Button kind="primary" type="submit" work={work} label={t.connect} />
      </div>
    </Form>
  );
}
