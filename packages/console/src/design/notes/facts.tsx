import './notes.css';

/** Names with their values; ruled ones have a line between them and the values at the right. */
export function Facts(props: {
  readonly facts: readonly (readonly [string, string])[];
  readonly isRuled?: boolean;
}) {
  return (
    <dl class={props.isRuled ? 'facts ruled' : 'facts'}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
