/** What can be imported: a photo, files, a page. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field, FileDrop } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Card } from '../../../design/notes.tsx';
import { type Source, websiteIn } from './reading.ts';
import { t } from './words.ts';

const fileBytesMax = 20 * 1024 * 1024;

export function SourceForms(props: {
  readonly onSources: (sources: readonly Source[], complaint?: string | undefined) => void;
}) {
  const { onSources } = props;
  const url = useSignal('');
  const isWrong = useSignal(false);
  const submit = () => {
    const source = websiteIn(url.value);
    isWrong.value = source === undefined;
    if (source === undefined) return;
    // The first page stands for the whole website; any other page for itself.
    const isFirst = new URL(source.url).pathname === '/';
    onSources([isFirst ? { ...source, whole: true } : source]);
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
