/** What a file looks like, by its type. Nothing of it is ever run: pictures are drawn, texts are texts. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { speak } from '../../../words/language.ts';
import type { StoredObject } from './folders.ts';
import { words } from './words.ts';
import './storage.css';

const textBytesMax = 64 * 1024;
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

export function Preview({
  path,
  object,
}: {
  readonly path: string;
  readonly object: StoredObject;
}) {
  const [type = ''] = object.contentType.toLowerCase().split(';');
  return (
    <div class="preview">
      <Shown path={path} object={object} type={type} />
    </div>
  );
}

function Shown(props: {
  readonly path: string;
  readonly object: StoredObject;
  readonly type: string;
}) {
  const { path, object, type } = props;
  if (pictures.has(type)) return <img src={path} alt={object.key} />;
  if (type.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: a file of somebody else has no captions.
    return <audio src={path} controls preload="none" />;
  if (type.startsWith('video/'))
    // biome-ignore lint/a11y/useMediaCaption: a file of somebody else has no captions.
    return <video src={path} controls preload="none" />;
  if (type.startsWith('text/') || /[/+](?:json|xml|x-ndjson|yaml)$/.test(type))
    return <TextPreview path={path} size={object.size} />;
  return <p class="quiet">{speak(words).noPreview}</p>;
}

function TextPreview({ path, size }: { readonly path: string; readonly size: number }) {
  const text = useSignal<string | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  useEffect(() => {
    const stopping = new AbortController();
    const headers: Record<string, string> =
      size > textBytesMax ? { Range: `bytes=0-${textBytesMax - 1}` } : {};
    request('GET', path, { headers: { Accept: '*/*', ...headers }, signal: stopping.signal })
      .then((response) => response.text())
      .then(
        (found) => {
          text.value = found;
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          if (!(error instanceof ApiProblem)) throw error;
          problem.value = error;
        },
      );
    return () => stopping.abort();
  }, [path]);
  if (problem.value !== undefined) return <ErrorNote problem={problem.value} />;
  if (text.value === undefined) return <Skeleton lines={3} />;
  return (
    <>
      <pre>{text.value}</pre>
      {size > textBytesMax && <p class="quiet small">{speak(words).cut}</p>}
    </>
  );
}
