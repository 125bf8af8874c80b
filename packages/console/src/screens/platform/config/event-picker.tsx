import { Complaint } from '../../../design/notes.tsx';
import { actionLabel } from '../activity/words.ts';
import { eventGroups } from './event-groups.ts';
import { t } from './words.ts';
import './config.css';

/** All events, or some of them by group. */
export function EventPicker(props: {
  readonly label: string;
  readonly hint?: string;
  /** Undefined for all. */
  readonly chosen: readonly string[] | undefined;
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[] | undefined) => void;
}) {
  const { chosen, onChange } = props;
  const isAll = chosen === undefined;
  const setEvents = (events: readonly string[], isOn: boolean) => {
    const others = (chosen ?? []).filter((event) => !events.includes(event));
    onChange(isOn ? [...others, ...events] : others);
  };
  return (
    <fieldset class="event-picker">
      <legend class="label">{props.label}</legend>
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      <Tick label={t.allEvents} isOn={isAll} onChange={(isOn) => onChange(isOn ? undefined : [])} />
      {chosen !== undefined &&
        eventGroups(chosen).map(([group, events]) => (
          <div key={group} class="event-group" role="group" aria-label={t.eventGroups[group]}>
            <Tick
              label={t.eventGroups[group]}
              isGroup
              isOn={events.every((event) => chosen.includes(event))}
              onChange={(isOn) => setEvents(events, isOn)}
            />
            <div class="event-list">
              {events.map((event) => (
                <Tick
                  key={event}
                  label={actionLabel(event)}
                  code={event}
                  isOn={chosen.includes(event)}
                  onChange={(isOn) => setEvents([event], isOn)}
                />
              ))}
            </div>
          </div>
        ))}
      <Complaint text={props.error} />
    </fieldset>
  );
}

function Tick(props: {
  readonly label: string;
  /** The name in the API, shown if it differs from the label. */
  readonly code?: string;
  readonly isGroup?: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { label, code } = props;
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span class={props.isGroup ? 'event-head' : undefined}>
        {label}
        {code !== undefined && code.replaceAll('-', ' ') !== label && (
          <code class="quiet small">{code}</code>
        )}
      </span>
    </label>
  );
}
