/** Settings: notifications, languages, strictness, pause, export and deletion. */
import type { Language, NoticeTest, SiteExport } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useWork } from '../../../api/client.ts';
import { loadSession, signedIn } from '../../../api/session.ts';
import { PushCard } from '../../../app/push/push-card.tsx';
import { navigate } from '../../../app/router.ts';
import { Button, CopyText } from '../../../design/buttons.tsx';
import { ConfirmInput } from '../../../design/dialogs.tsx';
import { Choice, Choices, Field, FileDrop, Select, Switch } from '../../../design/fields.tsx';
import { Badge, Card, Complaint, ErrorNote } from '../../../design/notes.tsx';
import { attempt, toast } from '../../../design/toast.tsx';
import { count } from '../../../words/figures.ts';
import { type EditorProps, editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { type Draft, loadDraft, mainLanguage } from '../../information/profile/draft.ts';
import { refusalAt } from '../../information/profile/refusal.ts';
import { finish, offerUndo } from '../../information/profile/saving.ts';
import { sitePath } from '../site/site.ts';
import { t } from './words.ts';

export const Settings = editorScreen(t, (about) => (
  <div class="stack narrow">
    <PushCard />
    <Notifications {...about} />
    <LanguageAndVoice {...about} />
    <Answering {...about} />
    <Pause {...about} />
    <ExportAndImport {...about} />
    <DeleteSite site={about.draft.site} />
    <SaveBar draft={about.draft} />
  </div>
));

function Notifications({ draft, profile, details, set }: EditorProps) {
  const { notify } = profile;
  const change = (part: typeof notify) => set('notify')({ ...notify, ...part });
  const secret = details.site.webhook_secret;
  const isEdited = (notify.email ?? '') !== (details.profile.notify.email ?? '');
  return (
    <Card title={t.noticesTitle} lead={t.noticesLead}>
      <Field
        label={t.emailLabel}
        type="email"
        error={refusalAt(undefined, 'notify.email')}
        value={notify.email ?? ''}
        onInput={(email) => change({ email })}
        autocomplete="email"
      />
      {!signedIn().services.mail && <p class="caution-note">{t.noMail}</p>}
      {details.site.notify_email === 'waiting' && !isEdited && <EmailWaiting draft={draft} />}
      <Select
        label={t.digestLabel}
        value={notify.digest ?? 'daily'}
        options={t.digests}
        onChange={(digest) => change({ digest })}
      />
      <Field
        label={t.webhookLabel}
        hint={t.webhookHint}
        type="url"
        error={refusalAt(undefined, 'notify.webhook')}
        value={notify.webhook ?? ''}
        onInput={(webhook) => change({ webhook })}
        isCode
      />
      {secret !== undefined && (
        <div class="field">
          <span class="label">{t.secretLabel}</span>
          <CopyText label={t.secret} text={secret} shown={`${secret.slice(0, 8)}…`} />
        </div>
      )}
      {Boolean(notify.email || notify.webhook) && <SendTest draft={draft} />}
    </Card>
  );
}

function EmailWaiting({ draft }: { readonly draft: Draft }) {
  const work = useWork();
  const send = async () => {
    await client.sites.confirmEmail(draft.site);
    toast({ text: t.emailSent });
  };
  return (
    <div class="stack tight">
      <div class="row">
        <Badge kind="caution">{t.emailWaiting}</Badge>
        <Button work={work} onClick={send} label={t.emailAgain} />
      </div>
      <ErrorNote problem={work.problem.value} />
    </div>
  );
}

function SendTest({ draft }: { readonly draft: Draft }) {
  const sent = useSignal<NoticeTest['sent']>([]);
  const work = useWork();
  const isUnsaved = draft.changes.value.length > 0;
  const send = async () => {
    sent.value = [];
    sent.value = (await client.sites.testNotices(draft.site)).sent;
  };
  return (
    <div class="stack tight">
      <div class="row">
        <Button work={work} isDisabled={isUnsaved} onClick={send} label={t.tryNotices} />
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

function LanguageAndVoice({ profile, set }: EditorProps) {
  const { languages, voice, feedback } = profile;
  const main = mainLanguage(profile);
  const change = (chosen: readonly Language[], first: Language) =>
    set('languages')(
      chosen.toSorted((one, other) => Number(other === first) - Number(one === first)),
    );
  return (
    <Card title={t.speakTitle}>
      <Choices
        label={t.languagesLabel}
        options={t.languages}
        chosen={languages}
        onChange={(chosen) => chosen.length > 0 && change(chosen, main)}
      />
      {languages.length > 1 && (
        <Choice
          label={t.mainLabel}
          options={t.languages}
          value={main}
          onChange={(first) => change(languages, first)}
        />
      )}
      <Switch label={t.voice} hint={t.voiceHint} isOn={voice} onChange={set('voice')} />
      <Switch label={t.feedback} isOn={feedback} onChange={set('feedback')} />
    </Card>
  );
}

function Answering({ profile, set }: EditorProps) {
  return (
    <Card title={t.answersTitle}>
      <Select
        label={t.strictnessLabel}
        hint={t.strictnessHint}
        value={profile.strictness}
        options={t.strictnesses}
        onChange={set('strictness')}
      />
      <Select
        label={t.sourcesLabel}
        value={profile.sources}
        options={t.sourcesShown}
        onChange={set('sources')}
      />
      <Field
        label={t.retentionLabel}
        hint={t.retentionHint}
        type="number"
        error={refusalAt(undefined, 'retention_days')}
        value={String(profile.retention_days)}
        onInput={(text) => set('retention_days')(text === '' ? 0 : Number(text))}
        min={1}
        inputmode="numeric"
      />
      <Switch label={t.people} hint={t.peopleHint} isOn={profile.people} onChange={set('people')} />
      <Switch
        label={t.apps}
        hint={t.appsHint}
        isOn={profile.allow_apps}
        onChange={set('allow_apps')}
      />
    </Card>
  );
}

function Pause({ draft, details }: EditorProps) {
  const isPaused = details.site.status === 'paused';
  const set = (action: 'pause' | 'resume', canUndo: boolean): Promise<void> =>
    attempt(async () => {
      await client.sites[action](draft.site);
      await Promise.all([loadDraft(draft), loadSession()]);
      const back = action === 'pause' ? 'resume' : 'pause';
      toast({
        text: action === 'pause' ? t.pausedToast : t.resumedToast,
        ...(canUndo ? { onUndo: () => set(back, false) } : {}),
      });
    });
  return (
    <Card
      title={t.pauseTitle}
      lead={t.pauseText}
      actions={isPaused && <Badge kind="caution">{t.pausedNow}</Badge>}
    >
      <Button
        onClick={() => set(isPaused ? 'resume' : 'pause', true)}
        label={isPaused ? t.resume : t.pause}
      />
    </Card>
  );
}

function ExportAndImport({ draft, details }: EditorProps) {
  const work = useWork();
  const isUnreadable = useSignal(false);
  const exported = `${sitePath(draft.site)}/export`;
  const importFile = async ([file]: readonly File[]) => {
    const content = file === undefined ? undefined : parsed(await file.text());
    isUnreadable.value = content === undefined;
    if (content === undefined) return;
    await work.run(async () => {
      const imported = await client.sites.import(draft.site, content);
      finish(draft, imported, draft.base.peek());
      const { questions, leads } = imported;
      offerUndo(draft, details.version, t.imported(count(questions), count(leads)));
    });
  };
  return (
    <Card title={t.carryTitle} lead={t.carryLead}>
      <div class="row">
        <Button
          icon="file"
          href={exported}
          download={`${draft.site}-information.json`}
          label={t.exportProfile}
        />
        <Button
          icon="file"
          href={`${exported}?questions=true&leads=true&versions=true`}
          download={`${draft.site}-with-customers.json`}
          label={t.exportAll}
        />
      </div>
      <p class="hint">{t.exportAllHint}</p>
      <FileDrop
        label={t.importLabel}
        hint={t.importHint}
        accept="application/json,.json"
        bytesMax={64 * 1024 * 1024}
        onFiles={(files) => void importFile(files)}
      />
      <Complaint text={isUnreadable.value ? t.importUnreadable : undefined} />
      <ErrorNote problem={work.problem.value} />
    </Card>
  );
}

function DeleteSite({ site }: { readonly site: string }) {
  const remove = async () => {
    await client.sites.delete(site);
    toast({ text: t.deleted });
    await loadSession();
    navigate('/sites', { isReplaced: true });
  };
  return (
    <Card title={t.deleteTitle} lead={t.deleteText}>
      <ConfirmInput word={site} action={t.deleteSite} onConfirm={remove} />
    </Card>
  );
}

/** Parses a site export; undefined for any other file. */
function parsed(text: string): SiteExport | undefined {
  try {
    const value = JSON.parse(text) as Partial<SiteExport> | null;
    return value?.format === 'baraza-site' ? (value as SiteExport) : undefined;
  } catch {
    return undefined;
  }
}
