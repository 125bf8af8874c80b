/** All components on one page, for those who build with them. */
import { useSignal } from '@preact/signals';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { useUnsavedGuard } from '../../app/router.ts';
import { into, put } from '../../design/base/bind.ts';
import { Button } from '../../design/controls/button.tsx';
import { ConfirmInput } from '../../design/controls/confirm-input.tsx';
import { CopyText } from '../../design/controls/copy-text.tsx';
import { BilingualField, Field } from '../../design/controls/field.tsx';
import { FileDrop } from '../../design/controls/file-drop.tsx';
import { Select } from '../../design/controls/select.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { Dialog } from '../../design/layers/dialog.tsx';
import { toast } from '../../design/layers/toast.tsx';
import { Tabs } from '../../design/lists/tabs.tsx';
import { Card } from '../../design/notes/card.tsx';
import { FigureSamples, ListSamples, NoteSamples } from './samples.tsx';
import { t } from './words.ts';

export function Design() {
  const tab = useSignal('controls');
  return (
    <Page title={t.title} lead={t.lead}>
      <Tabs
        label={t.title}
        tabs={[
          { id: 'controls', label: t.controls },
          { id: 'notes', label: t.notes },
          { id: 'lists', label: t.lists, count: '100k' },
          { id: 'figures', label: t.figures },
        ]}
        current={tab.value}
        onChange={into(tab)}
      >
        <div class="stack" data-sample>
          {tab.value === 'controls' && <ControlSamples />}
          {tab.value === 'notes' && <NoteSamples />}
          {tab.value === 'lists' && <ListSamples />}
          {tab.value === 'figures' && <FigureSamples />}
        </div>
      </Tabs>
    </Page>
  );
}

function ControlSamples() {
  const text = useSignal('');
  const pair = useSignal<{ readonly sw?: string; readonly en?: string }>({
    sw: 'Karibu',
    en: 'Welcome',
  });
  const rhythm = useSignal<'daily' | 'hourly'>('daily');
  const isOn = useSignal(true);
  const isOpen = useSignal(false);
  useUnsavedGuard(() => text.value !== '');
  const removed = () => toast({ text: t.removed, onUndo: () => toast({ text: t.undone }) });
  useCommands(() => [{ id: 'design undo', title: t.tryUndo, icon: 'again', run: removed }]);
  const close = put(isOpen, false);
  return (
    <>
      <Card title={t.buttons}>
        <div class="row">
          <Button kind="primary">{t.save}</Button>
          <Button icon="edit">{t.edit}</Button>
          <Button kind="quiet">{t.skip}</Button>
          <Button kind="danger" icon="trash" onClick={removed}>
            {t.remove}
          </Button>
          <Button isBusy>{t.save}</Button>
          <Button onClick={put(isOpen, true)}>{t.dialog}</Button>
        </div>
      </Card>
      <Card title={t.fields} lead={t.fieldsLead}>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={text.value}
          isRequired
          error={text.value === 'x' ? t.nameWrong : undefined}
          onInput={into(text)}
        />
        <BilingualField label={t.greeting} value={pair.value} onInput={into(pair)} />
        <Select
          label={t.rhythm}
          value={rhythm.value}
          options={[
            { value: 'daily', label: t.daily },
            { value: 'hourly', label: t.hourly },
          ]}
          onChange={into(rhythm)}
        />
        <Switch label={t.voice} hint={t.voiceHint} isOn={isOn.value} onChange={into(isOn)} />
        <CopyText label={t.address} text="https://example.com/s/duka" />
        <FileDrop label={t.file} bytesMax={1_048_576} progress={0.4} onFiles={removed} />
      </Card>
      <Card title={t.final}>
        <ConfirmInput word="duka" action={t.remove} onConfirm={removed} />
      </Card>
      {isOpen.value && (
        <Dialog
          title={t.dialog}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {t.save}
            </Button>
          }
        >
          <p>{t.lead}</p>
        </Dialog>
      )}
    </>
  );
}
