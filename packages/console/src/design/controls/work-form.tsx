import type { ComponentChildren } from 'preact';
import type { Work } from '../../api/work.ts';
import { ErrorNote } from '../notes/error-note.tsx';
import { Button } from './button.tsx';

/** Fields, why the server refused them, and the button that sends them. */
export function WorkForm(props: {
  readonly work: Work;
  readonly action: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const { work } = props;
  return (
    <form
      class="stack"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void work.run(props.onSubmit);
      }}
    >
      {props.children}
      <ErrorNote problem={work.problem.value} />
      <Button kind="primary" type="submit" isWide isBusy={work.isBusy.value}>
        {props.action}
      </Button>
    </form>
  );
}
