/** One resource: its content, its config, its activity, and code to access it. */
import type { Resource, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { client, forgetResources, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { ConfirmInput, Dialog, FormSheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Menu } from '../../../design/menu.tsx';
import { Card, Facts, Loaded, Skeleton } from '../../../design/notes.tsx';
import { setTo, setterOf } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { inCurrent } from '../../../words/language.ts';
import { contentOf, StateBadge } from '../resources/resources.tsx';
import { mayWrite, services } from '../services.ts';
import { CallCode } from '../snippets.tsx';
import { ConfigEditor } from './config-editor.tsx';
import type { ContentProps } from './content-props.ts';
import { ResourceActivity } from './resource-activity.tsx';
import { t } from './words.ts';
import './resource.css';

type Content = ComponentType<ContentProps>;

/** The content view of each service, loaded when it is needed. */
const contents: Readonly<Record<Service, (resource: Resource) => Promise<Content>>> = {
  data: async () => (await import('../records/records.tsx')).Records,
  storage: async () => (await import('../storage/storage.tsx')).Storage,
  ai: async () => (await import('../ai/assistant.tsx')).Assistant,
  dev: async () => (await import('../dev/project.tsx')).Project,
  connect: async ({ kind }) => {
    if (kind === 'Webhook') return (await import('../connect/webhook.tsx')).Webhook;
    if (kind === 'Form') return (await import('../connect/form.tsx')).Form;
    return (await import('../connect/form.tsx')).Inbox;
  },
  work: async () => (await import('../work/task.tsx')).Task,
};

export function ResourceScreen({ params }: ScreenProps) {
  return <OneResource key={params.id} id={params.id ?? ''} />;
}

function OneResource({ id }: { readonly id: string }) {
  const loaded = useResource(`platform/resource/${id}`, (signal) =>
    client.platform.resources.get(id, { records: false, signal }),
  );
  const tab = useSignal('content');
  const resource = loaded.data.value;
  if (resource === undefined)
    return (
      <Page title="…" back={{ href: '#/platform', label: t.back }}>
        <Loaded resource={loaded} lines={6} />
      </Page>
    );
  const { service, state } = resource;
  const isWriter = mayWrite(signedIn().scopes, service);
  const onChanged = (changed?: Resource) => {
    if (changed === undefined) void loaded.refresh();
    else loaded.set(changed);
    forgetResources(`platform/${service}/`);
  };
  const isWritable = isWriter && state !== 'archived' && state !== 'completed';
  const about = { resource, isWritable, onChanged };
  return (
    <Page
      title={resource.name}
      back={{ href: `#/platform/${service}`, label: inCurrent(services[service].label) }}
      actions={
        <>
          <StateBadge state={state} />
          {isWriter && <ResourceActions {...about} />}
        </>
      }
    >
      <Tabs
        label={t.parts}
        tabs={(['content', 'config', 'activity', 'code'] as const).map((one) => ({
          id: one,
          label: t[one],
        }))}
        current={tab.value}
        onChange={setterOf(tab)}
      >
        {tab.value === 'content' && <LoadedContent {...about} />}
        {tab.value === 'config' && <ConfigEditor {...about} />}
        {tab.value === 'activity' && <ResourceActivity id={resource.id} />}
        {tab.value === 'code' && <ResourceCode resource={resource} />}
      </Tabs>
    </Page>
  );
}

function LoadedContent(props: ContentProps) {
  const shown = useSignal<{ readonly view?: Content }>({});
  useEffect(() => {
    let isWanted = true;
    void contents[props.resource.service](props.resource).then((view) => {
      if (isWanted) shown.value = { view };
    });
    return () => {
      isWanted = false;
    };
  }, [props.resource.service, props.resource.kind]);
  const { view: View } = shown.value;
  return View === undefined ? <Skeleton lines={5} /> : <View {...props} />;
}

function ResourceCode({ resource }: { readonly resource: Resource }) {
  const { id } = resource;
  return (
    <>
      <Card title={t.read}>
        <CallCode
          label={t.read}
          method="GET"
          path={`/resources/${id}`}
          client={`const resource = await baraza.resources.get('${id}');`}
        />
      </Card>
      <Card title={t.about}>
        <Facts
          facts={[
            [t.id, id],
            [t.created, moment(resource.createdAt)],
            [t.updated, moment(resource.updatedAt)],
            [t.version, String(resource.version)],
          ]}
        />
      </Card>
    </>
  );
}

type Change = () => Promise<Resource>;

/** The actions for any resource. Actions that can be undone do not ask first. */
function ResourceActions({ resource, onChanged }: ContentProps) {
  const asked = useSignal<'rename' | 'remove'>();
  const close = setTo(asked, undefined);
  const change = (work: Change, done: string, undo: Change) =>
    attempt(async () => {
      onChanged(await work());
      toast({ text: done, onUndo: () => attempt(async () => onChanged(await undo())) });
    });
  const { resources } = client.platform;
  const archive = () => resources.archive(resource.id);
  const restore = () => resources.restore(resource.id);
  const isArchived = resource.state === 'archived';
  const remove = async () => {
    await resources.delete(resource.id);
    forgetResources('platform/');
    toast({ text: t.removed });
    close();
    navigate(`/platform/${resource.service}`, { isReplaced: true });
  };
  return (
    <>
      <Menu
        label={t.actions}
        items={[
          !isArchived && { label: t.rename, icon: 'edit', onSelect: setTo(asked, 'rename') },
          isArchived
            ? {
                label: t.restore,
                icon: 'again',
                onSelect: () => change(restore, t.restored, archive),
              }
            : {
                label: t.archive,
                icon: 'backups',
                onSelect: () => change(archive, t.archived, restore),
              },
          { label: t.remove, icon: 'trash', kind: 'danger', onSelect: setTo(asked, 'remove') },
        ]}
      />
      {asked.value === 'rename' && (
        <Rename resource={resource} onChanged={onChanged} onClose={close} />
      )}
      {asked.value === 'remove' && (
        <Dialog title={t.remove} onClose={close}>
          <p>{t.removeText(contentOf(resource) ?? t.nothing)}</p>
          <ConfirmInput word={resource.name} action={t.remove} onConfirm={remove} />
        </Dialog>
      )}
    </>
  );
}

function Rename(props: Omit<ContentProps, 'isWritable'> & { readonly onClose: () => void }) {
  const { resource, onChanged, onClose } = props;
  const name = useSignal(resource.name);
  const rename = async (to: string) =>
    onChanged(await client.platform.resources.rename(resource.id, to));
  const save = async () => {
    await rename(name.value);
    onClose();
    toast({ text: t.renamed, onUndo: () => attempt(() => rename(resource.name)) });
  };
  return (
    <FormSheet title={t.rename} action={t.save} shape="dialog" onSubmit={save} onClose={onClose}>
      <Field label={t.name} value={name} maxlength={200} />
    </FormSheet>
  );
}
