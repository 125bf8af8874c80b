/** One resource: what it holds, its config, what happened to it, and how to reach it from a program. */

import type { Resource } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { forgetResources, useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { into } from '../../../design/base/bind.ts';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Facts } from '../../../design/notes/facts.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { moment } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { StateBadge } from '../resources/state-badge.tsx';
import { mayWrite, services } from '../services.ts';
import { callSnippets } from '../snippets.ts';
import { ConfigEditor } from './config-editor.tsx';
import type { ContentProps } from './content-props.ts';
import { contents } from './contents.ts';
import { ResourceActions } from './resource-actions.tsx';
import { ResourceActivity } from './resource-activity.tsx';
import { words } from './words.ts';
import './resource.css';

export function ResourceScreen({ params }: ScreenProps) {
  return <OneResource key={params.id} id={params.id ?? ''} />;
}

function OneResource({ id }: { readonly id: string }) {
  const t = speak(words);
  const loaded = useResource(`platform/resource/${id}`, (signal) =>
    client.platform.resources.get(id, { records: false, signal }),
  );
  const tab = useSignal<string | undefined>(undefined);
  const resource = loaded.data.value;
  if (resource === undefined)
    return (
      <Page title="…" back={{ href: '#/platform', label: t.back }}>
        <Loaded resource={loaded} lines={6} />
      </Page>
    );
  const about = services[resource.service];
  const isWriter = mayWrite(signedIn().scopes, resource.service);
  const hasContent = contents[resource.service] !== undefined;
  const current = tab.value ?? (hasContent ? 'content' : 'config');
  const onChanged = (changed?: Resource) => {
    if (changed === undefined) void loaded.refresh();
    else loaded.set(changed);
    forgetResources(`platform/${resource.service}/`);
  };
  const tabs = [
    ...(hasContent ? [{ id: 'content', label: t.content }] : []),
    { id: 'config', label: t.config },
    { id: 'activity', label: t.activity },
    { id: 'code', label: t.code },
  ];
  return (
    <Page
      title={resource.name}
      back={{ href: `#/platform/${resource.service}`, label: about.label[language.value] }}
      actions={
        <>
          <StateBadge state={resource.state} />
          {isWriter && <ResourceActions resource={resource} onChanged={onChanged} />}
        </>
      }
    >
      <Tabs label={t.parts} tabs={tabs} current={current} onChange={into(tab)}>
        {current === 'content' && (
          <Content
            resource={resource}
            isWritable={isWriter && resource.state !== 'archived' && resource.state !== 'completed'}
            onChanged={onChanged}
          />
        )}
        {current === 'config' && (
          <ConfigEditor
            resource={resource}
            isWritable={isWriter && resource.state !== 'archived' && resource.state !== 'completed'}
            onChanged={onChanged}
          />
        )}
        {current === 'activity' && <ResourceActivity id={resource.id} />}
        {current === 'code' && <ResourceCode resource={resource} />}
      </Tabs>
    </Page>
  );
}

function Content(props: ContentProps) {
  const shown = useSignal<{ readonly view?: ComponentType<ContentProps> }>({});
  useEffect(() => {
    let isWanted = true;
    void contents[props.resource.service]?.(props.resource).then((view) => {
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
  const t = speak(words);
  const facts = [
    [t.id, resource.id],
    [t.created, moment(resource.createdAt)],
    [t.updated, moment(resource.updatedAt)],
    [t.version, String(resource.version)],
  ] as const;
  return (
    <>
      <Card title={t.read}>
        <CodeSnippet
          label={t.read}
          snippets={callSnippets({
            method: 'GET',
            path: `/resources/${resource.id}`,
            client: `const resource = await baraza.resources.get('${resource.id}');`,
          })}
        />
      </Card>
      <Card title={t.about}>
        <Facts facts={facts} />
      </Card>
    </>
  );
}
