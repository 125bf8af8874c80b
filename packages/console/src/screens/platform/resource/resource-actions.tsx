import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { forgetResources } from '../../../api/resource.ts';
import { navigate } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { ConfirmInput } from '../../../design/controls/confirm-input.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Menu } from '../../../design/layers/menu.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { actOn, type Resource, resourcePath } from '../resource-api.ts';
import { contentOf } from '../resources/resources.tsx';
import { words } from './words.ts';

interface About {
  readonly resource: Resource;
  readonly onChanged: (resource?: Resource) => void;
}

/** What can be done with any resource. What can be taken back is done at once. */
export function ResourceActions({ resource, onChanged }: About) {
  const t = speak(words);
  const asks = useSignal<'rename' | 'remove' | undefined>(undefined);
  const change = async (action: string, done: string, undo: () => Promise<Resource>) => {
    try {
      onChanged(await actOn(resource.id, action));
      toast({ text: done, onUndo: () => void attempt(async () => onChanged(await undo())) });
    } catch (error) {
      complain(error);
    }
  };
  const isArchived = resource.state === 'archived';
  const archive = () => actOn(resource.id, 'archive');
  const restore = () => actOn(resource.id, 'restore');
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
                  onSelect: () => {
                    asks.value = 'rename';
                  },
                },
              ]),
          isArchived
            ? {
                label: t.restore,
                icon: 'again' as const,
                onSelect: () => void change('restore', t.restored, archive),
              }
            : {
                label: t.archive,
                icon: 'backups' as const,
                onSelect: () => void change('archive', t.archived, restore),
              },
          {
            label: t.remove,
            icon: 'trash',
            kind: 'danger',
            onSelect: () => {
              asks.value = 'remove';
            },
          },
        ]}
      />
      {asks.value === 'rename' && (
        <Rename
          resource={resource}
          onChanged={onChanged}
          onClose={() => {
            asks.value = undefined;
          }}
        />
      )}
      {asks.value === 'remove' && (
        <Remove
          resource={resource}
          onClose={() => {
            asks.value = undefined;
          }}
        />
      )}
    </>
  );
}

function Rename({ resource, onChanged, onClose }: About & { readonly onClose: () => void }) {
  const t = speak(words);
  const name = useSignal(resource.name);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      onChanged(await actOn(resource.id, 'rename', { name: name.value }));
      onClose();
      const undo = async () =>
        onChanged(await actOn(resource.id, 'rename', { name: resource.name }));
      toast({ text: t.renamed, onUndo: () => void attempt(undo) });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    }
  };
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <Field
          label={t.name}
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
          error={problem.value?.message}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        <Button kind="primary" type="submit" isWide>
          {t.save}
        </Button>
      </form>
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
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const remove = async () => {
    isBusy.value = true;
    try {
      await call('DELETE', resourcePath(resource.id));
      forgetResources('platform/');
      toast({ text: t.removed });
      onClose();
      navigate(`/platform/${resource.service}`, { isReplaced: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={t.remove} onClose={onClose}>
      <div class="stack">
        <p>{t.removeText(contentOf(resource) ?? t.nothing)}</p>
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <ConfirmInput
          word={resource.name}
          action={t.remove}
          isBusy={isBusy.value}
          onConfirm={() => void remove()}
        />
      </div>
    </Dialog>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    complain(error);
  }
}

function complain(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
  toast({ kind: 'alarm', text: error.message });
}
