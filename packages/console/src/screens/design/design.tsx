/** Every piece of the design at one place, for those who build with them. */
import { useSignal } from '@preact/signals';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { useUnsavedGuard } from '../../app/router.ts';
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
import { speak } from '../../words/language.ts';
import { FigureSamples, ListSamples, NoteSamples } from './samples.tsx';
import { words } from './words.ts';

export function Design() {
  const said = speak(words);
  const tab = useSignal('controls');
  return (
    <Page title={said.title} lead={said.lead}>
      <Tabs
        label={said.title}
        tabs={[
          { id: 'controls', label: said.controls },
          { id: 'notes', label: said.notes },
          { id: 'lists', label: said.lists, count: '100k' },
          { id: 'figures', label: said.figures },
        ]}
        current={tab.value}
        onChange={(id) => {
          tab.value = id;
        }}
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
  const said = speak(words);
  const text = useSignal('');
  const pair = useSignal<{ readonly sw?: string; readonly en?: string }>({
    sw: 'Karibu',
    en: 'Welcome',
  });
  const rhythm = useSignal<'daily' | 'hourly'>('daily');
  const isOn = useSignal(true);
  const isOpen = useSignal(false);
  useUnsavedGuard(() => text.value !== '');
  const removed = () => toast({ text: said.removed, onUndo: () => toast({ text: said.undone }) });
  useCommands(() => [{ id: 'design undo', title: said.tryUndo, icon: 'again', run: removed }]);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <Card title={said.buttons}>
        <div class="row">
          <Button kind="primary">{said.save}</Button>
          <Button icon="edit">{said.edit}</Button>
          <Button kind="quiet">{said.skip}</Button>
          <Button kind="danger" icon="trash" onClick={removed}>
            {said.remove}
          </Button>
          <Button isBusy>{said.save}</Button>
          <Button
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {said.dialog}
          </Button>
        </div>
      </Card>
      <Card title={said.fields} lead={said.fieldsLead}>
        <Field
          label={said.name}
          hint={said.nameHint}
          value={text.value}
          isRequired
          error={text.value === 'x' ? said.nameWrong : undefined}
          onInput={(value) => {
            text.value = value;
          }}
        />
        <BilingualField
          label={said.greeting}
          value={pair.value}
          onInput={(value) => {
            pair.value = value;
          }}
        />
        <Select
          label={said.rhythm}
          value={rhythm.value}
          options={[
            { value: 'daily', label: said.daily },
            { value: 'hourly', label: said.hourly },
          ]}
          onChange={(value) => {
            rhythm.value = value;
          }}
        />
        <Switch
          label={said.voice}
          hint={said.voiceHint}
          isOn={isOn.value}
          onChange={(value) => {
            isOn.value = value;
          }}
        />
        <CopyText label={said.address} text="https://example.com/s/duka" />
        <FileDrop label={said.file} bytesMax={1_048_576} progress={0.4} onFiles={removed} />
      </Card>
      <Card title={said.final}>
        <ConfirmInput word="duka" action={said.remove} onConfirm={removed} />
      </Card>
      {isOpen.value && (
        <Dialog
          title={said.dialog}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {said.save}
            </Button>
          }
        >
          <p>{said.lead}</p>
        </Dialog>
      )}
    </>
  );
}
