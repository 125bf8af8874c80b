/** What can be imported: a photo, files, a page. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field, FileDrop } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Card } from '../../../design/notes.tsx';
import { t } from './words.ts';

export type Source = { readonly file: File } | { readonly url: string };

const fileBytesMax = 20 * 1024 * 1024;

export function SourceForms(props: {
  readonly onSources: (sources: readonly Source[], complaint?: string | undefined) => void;
}) {
  const { onSources } = props;
  const url = useSignal('');
  const isWrong = useSignal(false);
  const submit = () => {
    const typed = url.value.trim();
    const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
    isWrong.value = !isAddress(address);
    if (!isWrong.value) onSources([{ url: address }]);
  };
  return (
    <div class="columns">
      <Card title={t.photo} lead={t.photoLead}>
        <label class="button primary photo-button">
          <input
            type="file"
            class="unseen"
            accept="image/jpeg,image/png,image/webp"
            capture="environment"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file !== undefined) onSources([{ file }]);
            }}
          />
          <Icon name="camera" />
          <span>{t.takePhoto}</span>
        </label>
      </Card>
      <Card title={t.file}>
        <FileDrop
          label={t.fileLabel}
          hint={t.fileHint}
          accept=".pdf,.docx,.xlsx,.csv,.html,.htm,.md,.txt,.jpg,.jpeg,.png,.webp"
          isMany
          bytesMax={fileBytesMax}
          onFiles={(files, complaint) =>
            onSources(
              files.map((file) => ({ file })),
              complaint,
            )
          }
        />
      </Card>
      <Card title={t.page}>
        <Form onSubmit={submit}>
          <Field
            label={t.pageLabel}
            hint={t.pageHint}
            value={url}
            error={isWrong.value ? t.pageWrong : undefined}
            inputmode="url"
            autocomplete="url"
            spellcheck={false}
          />
          <Button type="submit" label={t.readPage} />
        </Form>
      </Card>
    </div>
  );
}

function isAddress(text: string): boolean {
  const host = /\s/.test(text) ? undefined : URL.parse(text)?.hostname;
  return host !== undefined && (host.includes('.') || host === 'localhost');
}
