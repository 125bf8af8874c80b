/** Preview by content type. Nothing in a file is executed. */
import type { StoredObject } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { speak } from '../../../words/language.ts';
import { objectHref } from './folders.ts';
import { words } from './words.ts';
import './storage.css';

const textBytesMax = 64 * 1024;
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

interface About {
  readonly bucket: string;
  readonly object: StoredObject;
}

export function Preview(about: About) {
  return (
    <div class="preview">
      <Shown {...about} />
    </div>
  );
}

function Shown({ bucket, object }: About) {
  const [type = ''] = object.contentType.toLowerCase().split(';');
  const href = objectHref(bucket, object.key);
  if (pictures.has(type)) return <img src={href} alt={object.key} />;
  if (type.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: a file of somebody else has no captions.
    return <audio src={href} controls preload="none" />;
  if (type.startsWith('video/'))
    // biome-ignore lint/a11y/useMediaCaption: a file of somebody else has no captions.
    return <video src={href} controls preload="none" />;
  if (type.startsWith('text/') || /[/+](?:json|xml|x-ndjson|yaml)$/.test(type))
    return <TextPreview bucket={bucket} object={object} />;
  return <p class="quiet">{speak(words).noPreview}</p>;
}

function TextPreview({ bucket, object }: About) {
  const { key, etag, size } = object;
  const isCut = size > textBytesMax;
  const text = useResource(`preview ${bucket} ${key} ${etag}`, async (signal) => {
    const range = isCut ? { start: 0, end: textBytesMax - 1 } : undefined;
    return (await client.platform.storage.download(bucket, key, { range, signal })).text();
  });
  return (
    <Loaded resource={text} lines={3}>
      {(found) => (
        <>
          <pre>{found}</pre>
          {isCut && <p class="quiet small">{speak(words).cut}</p>}
        </>
      )}
    </Loaded>
  );
}
