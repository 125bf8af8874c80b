/** The playground of an assistant: questions, and answers with their sources as they are written. */
import type { Resource } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { client, useResource } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Card, ErrorNote } from '../../../design/notes.tsx';
import { count } from '../../../words/figures.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { contentOf } from '../resources/resources.tsx';
import { services } from '../services.ts';
import { CallCode } from '../snippets.tsx';
import { openConversation, type Turn } from './conversation.ts';
import { t } from './words.ts';
import './assistant.css';

export function Assistant({ resource }: ContentProps) {
  const talk = useMemo(() => openConversation(resource.id), [resource.id]);
  const question = useSignal('');
  const end = useRef<HTMLDivElement>(null);
  const turns = talk.turns.value;
  const isWriting = talk.isWriting.value;
  useEffect(() => talk.stop, [talk]);
  useEffect(() => {
    if (turns.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [turns]);
  useCommands(() => [
    { id: 'clear-talk', title: t.clear, icon: 'again', run: talk.clear },
    { id: 'stop-talk', title: t.stop, icon: 'close', run: talk.stop },
  ]);
  const submit = async () => {
    const asked = question.value;
    if (isWriting || asked.trim() === '') return;
    question.value = '';
    await talk.ask(asked);
    // A refused question is put back, so that it can be sent again.
    if (talk.problem.peek() !== undefined && question.peek() === '') question.value = asked;
  };
  const isArchived = resource.state === 'archived';
  return (
    <>
      <Card
        title={t.playground}
        lead={t.lead}
        actions={
          turns.length > 0 && (
            <Button kind="quiet" icon="again" onClick={talk.clear} label={t.clear} />
          )
        }
      >
        {turns.length === 0 && <p class="quiet">{t.emptyText}</p>}
        <ol class="playground-talk stack" aria-live="polite" aria-busy={isWriting}>
          {turns.map((turn, at) => (
            <TurnView key={at} turn={turn} isWriting={isWriting && at === turns.length - 1} />
          ))}
        </ol>
        <ErrorNote problem={talk.problem.value} />
        {isArchived ? (
          <p class="quiet">{t.inactive}</p>
        ) : (
          <Form onSubmit={submit}>
            <Field
              label={t.question}
              lines={2}
              value={question}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
                event.preventDefault();
                void submit();
              }}
            />
            <div class="row" ref={end}>
              {isWriting ? (
                <Button icon="close" onClick={talk.stop} label={t.stop} />
              ) : (
                <Button kind="primary" type="submit" label={t.ask} />
              )}
            </div>
          </Form>
        )}
      </Card>
      <Knowledge ids={knowledgeOf(resource.config.knowledge)} />
      <CallCode
        method="POST"
        path="/ai"
        body={{ assistant: resource.id, prompt: lastQuestion(turns), stream: true }}
        client={[
          `const asked = { assistant: '${resource.id}', prompt: ${JSON.stringify(lastQuestion(turns))} };`,
          'for await (const event of baraza.ai.stream(asked))',
          "  if (event.type === 'token') process.stdout.write(event.text);",
        ].join('\n')}
      />
    </>
  );
}

function TurnView({ turn, isWriting }: { readonly turn: Turn; readonly isWriting: boolean }) {
  const { done } = turn;
  return (
    <li class={`turn ${turn.role}`}>
      <span class="unseen">{turn.role === 'user' ? t.you : t.assistant}: </span>
      <p class="written">{turn.content === '' && isWriting ? t.thinking : turn.content}</p>
      {turn.end === 'stopped' && <p class="quiet small">{t.stopped}</p>}
      {turn.end === 'cut' && <p class="complaint">{t.cut}</p>}
      {done?.error !== undefined && <p class="complaint">{done.error.error}</p>}
      {done?.sources !== undefined && done.sources.length > 0 && (
        <div class="turn-sources small">
          <span class="quiet">{t.sources}</span>
          <ul>
            {done.sources.map((source) => (
              <li key={`${source.resourceId} ${source.id}`}>
                <SourceLink source={source as Source} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {done?.warnings !== undefined && done.warnings.length > 0 && (
        <details class="small">
          <summary>{t.warnings}</summary>
          {done.warnings.map(({ key, message }) => (
            <p key={`${key} ${message}`}>{key === undefined ? message : `${key}: ${message}`}</p>
          ))}
        </details>
      )}
      {done?.usage !== undefined && (
        <p class="quiet small figures">
          {t.figures(done.model ?? '', count(done.usage.inputTokens + done.usage.outputTokens))}
        </p>
      )}
    </li>
  );
}

/** An item of `sources` in the response; the contract does not define its fields. */
interface Source {
  readonly id?: string;
  readonly title?: string;
  readonly quote?: string;
  readonly resourceId?: string;
  readonly key?: string;
  readonly page?: number;
  readonly row?: number;
}

function SourceLink({ source }: { readonly source: Source }) {
  const { title, key, page, row, resourceId } = source;
  const name = [
    title || key || source.id,
    ...(page === undefined ? [] : [t.page(count(page))]),
    ...(row === undefined ? [] : [t.row(count(row))]),
  ].join(', ');
  return resourceId === undefined ? (
    <span>{name}</span>
  ) : (
    <a href={`#/platform/resources/${resourceId}`} title={source.quote}>
      {name}
    </a>
  );
}

function knowledgeOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

function lastQuestion(turns: readonly Turn[]): string {
  return turns.findLast(({ role }) => role === 'user')?.content ?? 'Habari';
}

interface Known {
  readonly id: string;
  /** Undefined if it was deleted or this session has no access. */
  readonly resource: Resource | undefined;
}

/** The resources that an assistant answers from. Missing ones are marked. */
function Knowledge({ ids }: { readonly ids: readonly string[] }) {
  const loaded = useResource(`platform/known/${ids.join()}`, (signal) =>
    Promise.all(ids.map((id) => lookUp(id, signal))),
  );
  return (
    <Card title={t.knowledge}>
      {ids.length === 0 && <p class="quiet">{t.noKnowledge}</p>}
      {ids.length > 0 && (
        <ul class="known">
          {(loaded.data.value ?? []).map(({ id, resource }) => (
            <li key={id}>
              {resource === undefined ? (
                <span class="known-item quiet">
                  <Icon name="warning" />
                  {t.gone}
                </span>
              ) : (
                <a class="known-item" href={`#/platform/resources/${id}`}>
                  <Icon name={services[resource.service].icon} />
                  <span>{resource.name}</span>
                  <span class="quiet small">
                    {resource.state === 'archived' ? t.archived : contentOf(resource)}
                  </span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

async function lookUp(id: string, signal: AbortSignal): Promise<Known> {
  try {
    return { id, resource: await client.platform.resources.get(id, { records: false, signal }) };
  } catch (error) {
    if (![400, 403, 404].includes(asProblem(error).status)) throw error;
    return { id, resource: undefined };
  }
}
