/** The API reference, rendered from the server's OpenAPI documents. */
import { type Signal, useSignal } from '@preact/signals';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Badge, Card, EmptyState, Loaded } from '../../../design/notes.tsx';
import { setterOf } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { type About, Details } from './details.tsx';
import { fits, readDocument } from './openapi.ts';
import { Prose } from './prose.tsx';
import type { ApiName } from './try-request.ts';
import { t } from './words.ts';
import './api.css';

const documents = {
  platform: client.platform.openapi,
  site: client.siteOpenapi,
  console: client.openapi,
};

export function Reference() {
  const api = useSignal<ApiName>('platform');
  const text = useSignal('');
  const { services } = signedIn();
  const names = (Object.keys(documents) as ApiName[]).filter(
    (name) => name !== 'site' || services.site,
  );
  return (
    <Page title={t.title} lead={t.lead}>
      <Tabs
        label={t.which}
        tabs={names.map((id) => ({ id, label: t.apis[id] }))}
        current={api.value}
        onChange={setterOf(api)}
      >
        <OneApi key={api.value} name={api.value} text={text} />
      </Tabs>
    </Page>
  );
}

function OneApi(props: { readonly name: ApiName; readonly text: Signal<string> }) {
  const { name } = props;
  const text = props.text.value;
  const section = useSignal('');
  const loaded = useResource(`api/${name}`, async (signal) =>
    readDocument(await documents[name]({ signal })),
  );
  const document = loaded.data.value;
  if (document === undefined) return <Loaded resource={loaded} lines={8} />;
  const found = document.operations.filter((operation) => fits(operation, text));
  const sections = [...Map.groupBy(found, ({ group }) => group)];
  const isChosen = sections.some(([group]) => group === section.value);
  const shown = isChosen ? found.filter(({ group }) => group === section.value) : found;
  return (
    <>
      <div class="api-find">
        <Field label={t.search} type="search" value={props.text} />
        <Select
          label={t.section}
          none={t.allSections}
          value={isChosen ? section.value : ''}
          options={sections.map(([group, { length }]) => [group, `${group} (${count(length)})`])}
          onChange={setterOf(section)}
        />
      </div>
      {shown.length === 0 && <EmptyState icon="search" title={t.emptyTitle} text={t.emptyText} />}
      <p class="quiet small" role="status">
        {t.found(count(shown.length))}
      </p>
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, operations]) => (
        <Card key={group} title={group}>
          {document.groups.has(group) && (
            <p class="quiet">
              <Prose text={document.groups.get(group) ?? ''} />
            </p>
          )}
          <div class="ruled-list">
            {operations.map((operation) => (
              <OneOperation
                key={operation.id}
                api={name}
                url={document.url}
                operation={operation}
              />
            ))}
          </div>
        </Card>
      ))}
    </>
  );
}

/** The details are rendered when opened: some documents have a hundred operations. */
function OneOperation(about: About) {
  const isOpen = useSignal(false);
  const { method, path, summary, isPublic } = about.operation;
  return (
    <details
      class="operation"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <code class="grow">{path}</code>
        <span class="quiet small" lang="en">
          {summary}
        </span>
        {isPublic && <Badge>{t.open}</Badge>}
      </summary>
      {isOpen.value && <Details {...about} />}
    </details>
  );
}
