import { useId } from 'preact/hooks';
import './controls.css';

/** On or off, at once; for what only counts after saving, too. */
export function Switch(props: {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isBusy?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="switch-row">
      <div class="grow">
        <span class="label" id={id}>
          {props.label}
        </span>
        {props.hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {props.hint}
          </p>
        )}
      </div>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={props.isOn}
        aria-labelledby={id}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
        aria-busy={props.isBusy ? 'true' : undefined}
        onClick={() => props.isBusy !== true && props.onChange(!props.isOn)}
      />
    </div>
  );
}
