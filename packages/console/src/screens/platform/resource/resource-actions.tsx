import type { Resource } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { forgetResources } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { navigate } from '../../../app/router.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { ConfirmInput } from '../../../design/controls/confirm-input.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { WorkForm } from '../../../design/controls/work-form.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Menu } from '../../../design/layers/menu.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { contentOf } from '../resources/resources.tsx';
import { words } from './words.ts';

type Change = () => Promise<Resource>;

interface About {
  readonly resource: Resource;
  readonly onChanged: (resource?: Resource) => void;
}

/** What can be done with any resource. What can be taken back is done at once. */
export function ResourceActions({ resource, onChanged }: About) {
  const t = speak(words);
  const asks = useSignal<'rename' | 'remove' | undefined>(undefined);
  const change = (work: Change, done: string, undo: Change) =>
    attempt(async () => {
      onChanged(await work());
      toast({ text: done, onUndo: () => void attempt(async () => onChanged(await undo())) });
    });
  const isArchived = resource.state === 'archived';
  const archive = () => client.platform.resources.archive(resource.id);
  const restore = () => client.platform.resources.restore(resource.id);
  return (
    <>
      <Menu
        label={t.actions}
        button={<Icon name="more" />}
        items={[
          ...(isArchived
            ? []
            : [
                {
                  label: t.rename,
                  icon: 'edit' as const,
                  onSelect: put(asks, 'rename'),
                },
              ]),
          isArchived
            ? {
                label: t.restore,
                icon: 'again' as const,
                onSelect: () => void change(restore, t.restored, archive),
              }
            : {
                label: t.archive,
                icon: 'backups' as const,
                onSelect: () => void change(archive, t.archived, restore),
              },
          {
            label: t.remove,
            icon: 'trash',
            kind: 'danger',
            onSelect: put(asks, 'remove'),
          },
        ]}
      />
      {asks.value === 'rename' && (
        <Rename resource={resource} onChanged={onChanged} onClose={put(asks, undefined)} />
      )}
      {asks.value === 'remove' && <Remove resource={resource} onClose={put(asks, undefined)} />}
    </>
  );
}

function Rename({ resource, onChanged, onClose }: About & { readonly onClose: () => void }) {
  const t = speak(words);
  const name = useSignal(resource.name);
  const work = useWork();
  const rename = async (to: string) =>
    onChanged(await client.platform.resources.rename(resource.id, to));
  const save = async () => {
    await rename(name.value);
    onClose();
    toast({ text: t.renamed, onUndo: () => void attempt(() => rename(resource.name)) });
  };
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <WorkForm work={work} action={t.save} onSubmit={save}>
        <Field
          label={t.name}
          value={name.value}
          onInput={into(name)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
      </WorkForm>
    </Dialog>
  );
}

function Remove({
  resource,
  onClose,
}: {
  readonly resource: Resource;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const { isBusy, problem, run } = useWork();
  const remove = async () => {
    await client.platform.resources.delete(resource.id);
    forgetResources('platform/');
    toast({ text: t.removed });
    onClose();
    navigate(`/platform/${resource.service}`, { isReplaced: true });
  };
  return (
    <Dialog title={t.remove} onClose={onClose}>
      <div class="stack">
        <p>{t.removeText(contentOf(resource) ?? t.nothing)}</p>
        <ErrorNote problem={problem.value} />
        <ConfirmInput
          word={resource.name}
          action={t.remove}
          isBusy={isBusy.value}
          onConfirm={() => void run(remove)}
        />
      </div>
    </Dialog>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ kind: 'alarm', text: asProblem(error).message });
  }
}
