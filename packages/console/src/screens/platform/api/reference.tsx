/** The API reference, rendered from the server's OpenAPI documents. */
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Badge, Card, EmptyState, Loaded } from '../../../design/notes.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { fits, type Operation, readDocument } from './openapi.ts';
import { operationSnippets } from './operation-snippets.ts';
import { type Draft, TryIt } from './try-it.tsx';
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
        <Field label={t.search} type="search" value={text} />
        <OneApi key={api.value} name={api.value} text={text.value} />
      </Tabs>
    </Page>
  );
}

function OneApi({ name, text }: { readonly name: ApiName; readonly text: string }) {
  const loaded = useResource(`api/${name}`, async (signal) =>
    readDocument(await documents[name]({ signal })),
  );
  const document = loaded.data.value;
  if (document === undefined) return <Loaded resource={loaded} lines={8} />;
  const shown = document.operations.filter((operation) => fits(operation, text));
  if (shown.length === 0)
    return <EmptyState icon="search" title={t.emptyTitle} text={t.emptyText} />;
  return (
    <>
      <p class="quiet small" role="status">
        {t.found(count(shown.length))}
      </p>
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, operations]) => (
        <Card key={group} title={group}>
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

interface About {
  readonly api: ApiName;
  readonly url: string;
  readonly operation: Operation;
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
        <span class="quiet small">{summary}</span>
        {isPublic && <Badge>{t.open}</Badge>}
      </summary>
      {isOpen.value && <Inside {...about} />}
    </details>
  );
}

function Inside({ api, url, operation }: About) {
  const { parameters, body, answers, method, path } = operation;
  const draft = useSignal<Draft>({ typed: {}, body: sampleText(body) });
  const trying = useFlag();
  return (
    <div class="operation-inside stack">
      <Button
        icon={trying.isOn ? 'close' : 'connect'}
        label={trying.isOn ? t.close : t.tryIt}
        about={` ${method} ${path}`}
        more={{ 'aria-expanded': trying.isOn }}
        onClick={trying.toggle}
      />
      {trying.isOn && (
        <TryIt api={api} operation={operation} draft={draft.value} onChange={setterOf(draft)} />
      )}
      <CodeSnippet
        label={`${t.call} ${method} ${path}`}
        snippets={operationSnippets(api, url, operation, draft.value)}
      />
      {parameters.length > 0 && (
        <FieldList
          title={t.parameters}
          fields={parameters.map(({ place, type, ...rest }) => ({
            ...rest,
            type: `${type}, ${place}`,
          }))}
        />
      )}
      {body !== undefined && <FieldList title={`${t.body} · ${body.type}`} fields={body.fields} />}
      <div class="stack tight">
        {answers
          .filter(({ status }) => Number(status) < 300)
          .map(({ status, fields }) => (
            <FieldList key={status} title={`${t.answers} · ${status}`} fields={fields} />
          ))}
        <p class="row">
          {answers
            .filter(({ status }) => Number(status) >= 300)
            .map(({ status }) => (
              <Badge key={status}>{status}</Badge>
            ))}
        </p>
      </div>
    </div>
  );
}

function sampleText(body: Operation['body']): string {
  if (body === undefined) return '';
  const { sample, type } = body;
  return type === 'application/json' ? JSON.stringify(sample, null, 2) : '';
}

function FieldList(props: {
  readonly title: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly isRequired: boolean;
  }[];
}) {
  return (
    <div class="stack tight">
      <h3>{props.title}</h3>
      <ul class="api-fields">
        {props.fields.map(({ name, type, isRequired }) => (
          <li key={name}>
            <code>{name}</code>
            <span class="quiet small">
              {type}
              {isRequired && `, ${t.required}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
