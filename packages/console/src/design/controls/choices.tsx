import './controls.css';

/** A few answers to tap, one or several: days of the week, languages, periods. */
export function Choices<Value extends string>(props: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
  readonly isSingle?: boolean;
}) {
  const { chosen, isSingle } = props;
  const toggle = (value: Value) => {
    if (isSingle) return [value];
    if (chosen.includes(value)) return chosen.filter((one) => one !== value);
    return props.options
      .map((one) => one.value)
      .filter((one) => one === value || chosen.includes(one));
  };
  return (
    <fieldset class="choices">
      <legend class="label">{props.label}</legend>
      <div class="choice-list">
        {props.options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={chosen.includes(value)}
            onClick={() => props.onChange(toggle(value))}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
