/** All that the document says about one operation. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Badge } from '../../../design/notes.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import type { Operation } from './openapi.ts';
import { operationSnippets } from './operation-snippets.ts';
import { Prose } from './prose.tsx';
import { type Draft, TryIt } from './try-it.tsx';
import type { ApiName } from './try-request.ts';
import { t } from './words.ts';

export interface About {
  readonly api: ApiName;
  readonly url: string;
  readonly operation: Operation;
}

export function Details({ api, url, operation }: About) {
  const { about, parameters, body, answers, method, path } = operation;
  const draft = useSignal<Draft>({ typed: {}, body: sampleText(body) });
  const trying = useFlag();
  const places: Readonly<Record<string, string>> = t.places;
  const successes = answers.filter(({ status }) => Number(status) < 300);
  const others = answers.filter(({ status }) => Number(status) >= 300);
  return (
    <div class="operation-inside stack">
      {about !== '' && (
        <p class="operation-about">
          <Prose text={about} />
        </p>
      )}
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
      <FieldTable
        title={t.parameters}
        fields={parameters.map(({ place, type, ...rest }) => ({
          ...rest,
          type: `${type}, ${places[place] ?? place}`,
        }))}
      />
      {body !== undefined && <FieldTable title={`${t.body} · ${body.type}`} fields={body.fields} />}
      {successes.map(({ status, about: meaning, fields, example }) => (
        <div class="stack tight" key={status}>
          <h3>
            {`${t.answer} ${status} · `}
            <Prose text={meaning} />
          </h3>
          {example !== undefined && (
            <CodeSnippet
              label={`${t.example} ${method} ${path} ${status}`}
              snippets={[{ id: 'json', label: t.example, code: example }]}
            />
          )}
          {/* What an answer always has is of no use to who reads it. */}
          <FieldTable fields={fields.map((field) => ({ ...field, isRequired: false }))} />
        </div>
      ))}
      <details class="refusals">
        <summary>{t.refusals}</summary>
        <ul>
          {others.map(({ status, about: meaning }) => (
            <li key={status}>
              <Badge>{status}</Badge>{' '}
              <span class="quiet small">
                <Prose text={meaning} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function sampleText(body: Operation['body']): string {
  if (body === undefined) return '';
  const { sample, type } = body;
  return type === 'application/json' ? JSON.stringify(sample, null, 2) : '';
}

function FieldTable(props: {
  readonly title?: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly isRequired: boolean;
    readonly hint: string | undefined;
    readonly example?: string | undefined;
  }[];
}) {
  if (props.fields.length === 0) return null;
  const hasMeaning = props.fields.some(({ hint }) => hint !== undefined);
  return (
    <div class="stack tight">
      {props.title !== undefined && <h3>{props.title}</h3>}
      <table class="api-fields">
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.type}</th>
            {hasMeaning && <th scope="col">{t.meaning}</th>}
          </tr>
        </thead>
        <tbody>
          {props.fields.map(({ name, type, isRequired, hint, example }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {isRequired && <span class="required">{t.required}</span>}
              </th>
              <td class="quiet small">{type}</td>
              {hasMeaning && (
                <td>
                  {hint !== undefined && <Prose text={hint} />}
                  {example !== undefined && (
                    <span class="quiet small">
                      {` ${t.such} `}
                      <code>{example}</code>
                    </span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
