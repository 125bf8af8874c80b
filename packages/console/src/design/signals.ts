/** Handlers that write a signal. */
import { Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Writes what a control reports: `<RecordFilters onChange={into(query)} />`. */
export function into<Value>(signal: Signal<Value>): (value: Value) => void {
  return (value) => {
    signal.value = value;
  };
}

/** Always writes the same value: `<Dialog onClose={put(isOpen, false)} />`. */
export function put<Value>(signal: Signal<Value>, value: NoInfer<Value>): () => void {
  return () => {
    signal.value = value;
  };
}

/** The value of a control: bound to a signal, or given together with a handler of changes. */
export function bound<Value>(
  value: Value | Signal<Value>,
  onChange?: (value: Value) => unknown,
): { readonly value: Value; readonly change: (value: Value) => unknown } {
  if (value instanceof Signal) return { value: value.value, change: onChange ?? into(value) };
  return { value, change: (next) => onChange?.(next) };
}

/** Whether something is open: a dialog, a sheet, a part of the page. */
export function useFlag(isOn = false) {
  const flag = useSignal(isOn);
  return {
    isOn: flag.value,
    on: put(flag, true),
    off: put(flag, false),
    toggle: put(flag, !flag.value),
  };
}

/** What was typed, once the typing pauses. */
export function useSettled<Value>(value: Value): Value {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(put(settled, value), 250);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return settled.value;
}
