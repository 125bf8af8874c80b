/** Forms and inboxes: how entries are sent to them, and the entries. */
import { signedIn } from '../../../api/session.ts';
import { CopyText } from '../../../design/buttons.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Badge, Card, EmptyState } from '../../../design/notes.tsx';
import { Records } from '../records/records.tsx';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode, clientImport } from '../snippets.tsx';
import { formMarkup, schemaFields } from './form-fields.ts';
import { t } from './words.ts';

export function Form(props: ContentProps) {
  const { id, config } = props.resource;
  const address = `${signedIn().platformUrl}/forms/${id}`;
  const fields = schemaFields(config.schema);
  const origins = Array.isArray(config.origins) ? config.origins.map(String) : [];
  return (
    <>
      {config.public === true ? (
        <Card title={t.address} lead={t.addressLead}>
          <CopyText label={t.address} text={address} />
          <CodeSnippet
            label={t.onPage}
            snippets={[
              { id: 'html', label: 'HTML', code: formMarkup(address, fields) },
              {
                id: 'curl',
                label: 'curl',
                code: `curl '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"Asha"}'`,
              },
              {
                id: 'client',
                label: '@baraza/client',
                code: [
                  clientImport('submitForm'),
                  `await submitForm('${id}', { name: 'Asha' }, { baseUrl: '${signedIn().platformUrl}' });`,
                ].join('\n'),
              },
            ]}
          />
          <div class="stack tight">
            <h3>{t.fields}</h3>
            {fields.length === 0 ? (
              <p class="quiet">{t.anyFields}</p>
            ) : (
              <p class="row">
                {fields.map(({ name, isRequired }) => (
                  <Badge key={name}>{isRequired ? `${name} (${t.required})` : name}</Badge>
                ))}
              </p>
            )}
          </div>
          <div class="stack tight">
            <h3>{t.usedOn}</h3>
            <p class="quiet">{origins.length === 0 ? t.usedOnNone : origins.join(', ')}</p>
          </div>
        </Card>
      ) : (
        <EmptyState icon="connect" title={t.closed} text={t.closedText} />
      )}
      <h2>{t.entries}</h2>
      <Records {...props} />
    </>
  );
}

export function Inbox(props: ContentProps) {
  const { id } = props.resource;
  return (
    <>
      <h2>{t.messages}</h2>
      <Records {...props} />
      <Card title={t.send}>
        <CallCode
          label={t.send}
          method="PATCH"
          path={`/resources/${id}`}
          body={{ action: 'capture', record: { from: 'Asha', text: 'Habari' } }}
          client={`await baraza.resources.capture('${id}', { record: { from: 'Asha', text: 'Habari' } });`}
        />
      </Card>
    </>
  );
}
