import type { ComponentChildren } from 'preact';
import { Button } from '../../../design/buttons.tsx';
import { Card, ErrorNote } from '../../../design/notes.tsx';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { problemOf } from '../../information/profile/refusal.ts';
import { save } from '../../information/profile/saving.ts';
import { t } from './words.ts';

export interface StepProps extends EditorProps {
  /** Goes to the next step and discards unsaved changes. */
  readonly onNext: () => void;
  readonly onBack: (() => void) | undefined;
}

/** One step, which saves the draft before the next one opens. */
export function Step(
  props: StepProps & {
    readonly title: string;
    readonly lead?: string;
    /** Completes the draft; returns false if something is missing. */
    readonly complete?: () => boolean;
    /** Whether it contains an editor with dialogs and keys of its own: then Enter must not submit the step. */
    readonly isEditor?: boolean;
    readonly children: ComponentChildren;
  },
) {
  const { draft, isEditor } = props;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (props.complete?.() === false) return;
    if (await save(draft)) props.onNext();
  };
  const inside = (
    <Card title={props.title} lead={props.lead}>
      {props.children}
      <ErrorNote problem={problemOf(draft)} />
      <div class="row start-actions">
        <Button
          kind="primary"
          type={isEditor ? 'button' : 'submit'}
          isBusy={draft.isSaving.value}
          onClick={isEditor ? submit : undefined}
          label={t.next}
        />
        <Button kind="quiet" onClick={props.onNext} label={t.skip} />
        {props.onBack !== undefined && (
          <Button kind="quiet" icon="back" onClick={props.onBack} label={t.back} />
        )}
      </div>
    </Card>
  );
  if (isEditor) return inside;
  return (
    <form onSubmit={(event) => void submit(event)} novalidate>
      {inside}
    </form>
  );
}
