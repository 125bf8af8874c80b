import { Labelled } from './field.tsx';
import './controls.css';

export function Select<Value extends string>(props: {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <Labelled {...props}>
      {(given) => (
        <select
          {...given}
          class="input"
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value as Value)}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
