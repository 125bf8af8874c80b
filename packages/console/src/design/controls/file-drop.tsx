import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { bytes } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { put } from '../base/bind.ts';
import { Icon } from '../base/icon.tsx';
import { words } from '../words.ts';
import './controls.css';

/** Files by dropping or choosing; the caller sends them and reports the progress. */
export function FileDrop(props: {
  readonly label: string;
  readonly hint?: string;
  /** As of `<input accept>`. */
  readonly accept?: string;
  readonly isMany?: boolean;
  readonly bytesMax?: number;
  /** From 0 to 1 while something is sent. */
  readonly progress?: number | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const t = speak(words);
  const id = useId();
  const isOver = useSignal(false);
  const complaint = useSignal<string | undefined>(undefined);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, props.isMany ? undefined : 1);
    const { bytesMax } = props;
    const isTooLarge = bytesMax !== undefined && files.some(({ size }) => size > bytesMax);
    complaint.value = isTooLarge ? t.tooLarge(bytes(bytesMax)) : undefined;
    if (!isTooLarge && files.length > 0) props.onFiles(files);
  };
  return (
    <div class="field">
      <span class="label" id={`${id}-label`}>
        {props.label}
      </span>
      <label
        class={`file-drop${isOver.value ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={put(isOver, false)}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files ?? null);
        }}
      >
        <input
          type="file"
          class="unseen"
          accept={props.accept}
          multiple={props.isMany}
          aria-labelledby={`${id}-label`}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <Icon name="sources" />
        <span>
          {t.dropFile} <b>{t.chooseFile}</b>
        </span>
        {props.hint !== undefined && <span class="hint">{props.hint}</span>}
      </label>
      {props.progress !== undefined && (
        <progress class="progress" value={props.progress} max={1} aria-label={props.label} />
      )}
      {complaint.value !== undefined && (
        <p class="complaint" role="alert">
          {complaint.value}
        </p>
      )}
    </div>
  );
}
