/** Sends an operation of the reference from this page, and shows the response. */
import { signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { client, useResource } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { callRaw, type RawAnswer } from '../../../api/raw-call.ts';
import { onSignedOut, signedIn, siteName } from '../../../api/session.ts';
import { Button, CopyButton } from '../../../design/buttons.tsx';
import { Confirm, Form } from '../../../design/dialogs.tsx';
import { Choice, Field, FileDrop, Select } from '../../../design/fields.tsx';
import { Badge, ErrorNote, Facts } from '../../../design/notes.tsx';
import { setTo, setterOf, useFlag } from '../../../design/signals.ts';
import { bytes, count } from '../../../words/figures.ts';
import { jsonFault } from '../json-text.ts';
import type { Operation, Parameter } from './openapi.ts';
import {
  type ApiName,
  addressOf,
  headersOf,
  keyOf,
  mirrorOf,
  missingIn,
  type Sender,
  sendersOf,
  type Typed,
} from './try-request.ts';
import { t } from './words.ts';

/** A pasted key is used for all operations until the page is closed; it is stored nowhere else. */
const key = signal('');
onSignedOut(setTo(key, ''));

const bytesMax = 20 * 1024 * 1024;

export interface Draft {
  readonly typed: Typed;
  readonly body: string;
}

export function TryIt(props: {
  readonly api: ApiName;
  readonly operation: Operation;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}) {
  const { api, operation, draft } = props;
  const senders = sendersOf(api, operation);
  const sender = useSignal<Sender>(senders[0] ?? 'none');
  const file = useSignal<File>();
  const answer = useSignal<RawAnswer>();
  const problem = useSignal<Error>();
  const hasTried = useSignal(false);
  const isBusy = useSignal(false);
  const asking = useFlag();
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const { method, body } = operation;
  const missing = missingIn(operation, draft.typed);
  const isJson = body?.type === 'application/json';
  const fault = isJson ? jsonFault(draft.body) : undefined;

  const send = async () => {
    const address = addressOf(operation, draft.typed);
    const hasSession = sender.value === 'session';
    stopping.current = new AbortController();
    const { signal: stopped } = stopping.current;
    isBusy.value = true;
    problem.value = undefined;
    answer.value = undefined;
    try {
      const call = {
        method,
        address: hasSession ? (mirrorOf(api, address) ?? address) : address,
        hasSession,
        headers: {
          ...headersOf(operation, draft.typed),
          ...(sender.value === 'key' ? { Authorization: `Bearer ${key.value.trim()}` } : {}),
          ...(body === undefined || isForm(body.type) ? {} : { 'Content-Type': body.type }),
        },
        body: body === undefined ? undefined : bodyOf(operation, draft, file.value),
      };
      await callRaw(call, stopped, setterOf(answer));
    } catch (error) {
      // `fetch` throws the same TypeError whenever there is no response.
      if (!stopped.aborted)
        problem.value = error instanceof TypeError ? new Error(t.lost) : asProblem(error);
    } finally {
      isBusy.value = false;
    }
  };
  const submit = () => {
    hasTried.value = true;
    if (missing.length > 0 || fault !== undefined || isBusy.value) return;
    if (method === 'DELETE') asking.on();
    else void send();
  };
  const type = (parameter: Pick<Parameter, 'place' | 'name'>, text: string) =>
    props.onChange({ ...draft, typed: { ...draft.typed, [keyOf(parameter)]: text } });

  if (senders.length === 0) return <p class="quiet">{t.elsewhere}</p>;
  return (
    <Form class="try-it stack" isUnvalidated onSubmit={submit}>
      {senders.length > 1 && (
        <Choice
          label={t.sendAs}
          value={sender}
          options={senders.map((one) => [one, t.senders[one]])}
        />
      )}
      {sender.value === 'key' && (
        <Field label={t.key} hint={t.keyHint} type="password" value={key} isCode />
      )}
      {operation.parameters.length > 0 && (
        <div class="try-fields">
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={keyOf(parameter)}
              api={api}
              parameter={parameter}
              value={draft.typed[keyOf(parameter)] ?? ''}
              error={hasTried.value && missing.includes(parameter.name) ? t.fillIn : undefined}
              onInput={(text) => type(parameter, text)}
            />
          ))}
        </div>
      )}
      {body !== undefined && !isForm(body.type) && (
        <Field
          label={`${t.body} · ${body.type}`}
          lines={6}
          value={draft.body}
          error={fault}
          onInput={(text) => props.onChange({ ...draft, body: text })}
          isCode
        />
      )}
      {body !== undefined && isForm(body.type) && (
        <>
          <FileDrop
            label={file.value === undefined ? t.file : `${t.file}: ${file.value.name}`}
            bytesMax={bytesMax}
            onFiles={([chosen]) => {
              file.value = chosen;
            }}
          />
          {partsOf(operation).map((name) => (
            <Field
              key={name}
              label={name}
              value={draft.typed[keyOf({ place: 'part', name })] ?? ''}
              onInput={(text) => type({ place: 'part', name }, text)}
            />
          ))}
        </>
      )}
      <div class="row">
        <Button
          kind={method === 'DELETE' ? 'danger' : 'primary'}
          type="submit"
          label={`${t.send} ${method}`}
          isBusy={isBusy.value}
        />
        {isBusy.value && <Button label={t.stop} onClick={() => stopping.current.abort()} />}
      </div>
      <ErrorNote problem={problem.value} />
      {answer.value !== undefined && <TryResult answer={answer.value} isBusy={isBusy.value} />}
      {asking.isOn && (
        <Confirm
          title={t.sureTitle}
          action={`${t.send} ${method}`}
          cancel={t.cancel}
          onConfirm={async () => {
            asking.off();
            await send();
          }}
          onClose={asking.off}
        >
          <p>{t.sureText}</p>
          <code class="anywhere">{addressOf(operation, draft.typed)}</code>
        </Confirm>
      )}
    </Form>
  );
}

function ParameterField(props: {
  readonly api: ApiName;
  readonly parameter: Parameter;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (text: string) => void;
}) {
  const id = useId();
  const { api, parameter, value, error, onInput } = props;
  const { name, place, choices, isMap, isRequired } = parameter;
  const places: Readonly<Record<string, string>> = t.places;
  const label = place === 'query' ? name : `${name} (${places[place] ?? place})`;
  const suggested = useSuggestions(api, parameter);
  if (choices.length > 0)
    return (
      <Select
        label={label}
        hint={parameter.hint}
        none="–"
        value={value}
        options={choices.map((one) => [one, one])}
        onChange={onInput}
      />
    );
  return (
    <div>
      <Field
        label={label}
        hint={isMap ? t.mapHint : parameter.hint}
        lines={isMap ? 2 : 1}
        isRequired={isRequired}
        value={value}
        error={error}
        onInput={onInput}
        isCode
        list={id}
      />
      {suggested.length > 0 && (
        <datalist id={id}>
          {suggested.map(([one, about]) => (
            <option key={one} value={one}>
              {about}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

/** Suggestions for the ids in a path. */
function useSuggestions(
  api: ApiName,
  { place, name }: Parameter,
): readonly (readonly [value: string, about: string])[] {
  const isResource = api === 'platform' && place === 'path' && name === 'id';
  const known = useResource(isResource ? 'platform/choices/ids' : 'none', async (signal) =>
    isResource
      ? (await client.platform.resources.list({ limit: 200, activityLimit: 1, signal })).resources
      : [],
  );
  if (api === 'site' && name === 'site')
    return signedIn().sites.map((site) => [site.id, siteName(site)]);
  return (known.data.value ?? []).map((one) => [one.id, one.name]);
}

function isForm(type: string): boolean {
  return type === 'multipart/form-data';
}

/** The parts of a form other than its file. */
function partsOf({ body }: Operation): readonly string[] {
  return (body?.fields ?? []).map(({ name }) => name).filter((name) => name !== 'file');
}

function bodyOf(operation: Operation, draft: Draft, file: File | undefined): string | FormData {
  if (!isForm(operation.body?.type ?? '')) return draft.body;
  const form = new FormData();
  for (const name of partsOf(operation)) {
    const text = draft.typed[keyOf({ place: 'part', name })] ?? '';
    if (text !== '') form.append(name, text);
  }
  if (file !== undefined) form.append('file', file);
  return form;
}

/** The headers to show; the others are the same for every response. */
const shownHeaders = [
  'Content-Type',
  'ETag',
  'Location',
  'Retry-After',
  'Idempotent-Replayed',
  'Content-Range',
  'Content-Disposition',
  'Last-Modified',
  'Platform-Version',
  'X-Request-Id',
];

function TryResult(props: { readonly answer: RawAnswer; readonly isBusy: boolean }) {
  const { answer, isBusy } = props;
  const { status, ms, headers, text, isWhole } = answer;
  const facts = shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const shown = text === undefined ? '' : pretty(text);
  return (
    <section class="try-result stack tight" aria-label={t.response}>
      <p class="row" role="status">
        <Badge kind={status === 0 || status >= 400 ? 'alarm' : status >= 300 ? 'caution' : 'good'}>
          {status === 0 ? t.redirect : String(status)}
        </Badge>
        <span class="quiet small figures">
          {t.took(count(Math.round(ms)))} · {bytes(answer.bytes)}
        </span>
      </p>
      <Facts facts={facts} />
      {text === undefined && answer.bytes > 0 && <p class="quiet">{t.noText}</p>}
      {shown !== '' && (
        <div class="snippet-text">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
          <pre class="try-body" tabIndex={0} role="region" aria-label={`${t.response}: ${t.body}`}>
            <code>{shown}</code>
          </pre>
          <CopyButton label={t.response} text={shown} />
        </div>
      )}
      {!isBusy && !isWhole && <p class="quiet small">{t.cut}</p>}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
