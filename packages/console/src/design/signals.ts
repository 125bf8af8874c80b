/** Handlers that write signals, and hooks built on signals. */
import { Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A handler that writes the reported value: `<RecordFilters onChange={setterOf(query)} />`. */
export function setterOf<Value>(signal: Signal<Value>): (value: Value) => void {
  return (value) => {
    signal.value = value;
  };
}

/** A handler that always writes the same value: `<Dialog onClose={setTo(isOpen, false)} />`. */
export function setTo<Value>(signal: Signal<Value>, value: NoInfer<Value>): () => void {
  return () => {
    signal.value = value;
  };
}

/** The value of a control and its change handler, from a signal or from a value and `onChange`. */
export function bound<Value>(
  value: Value | Signal<Value>,
  onChange?: (value: Value) => unknown,
): { readonly value: Value; readonly change: (value: Value) => unknown } {
  if (value instanceof Signal) return { value: value.value, change: onChange ?? setterOf(value) };
  return { value, change: (next) => onChange?.(next) };
}

/** Whether something is open: a dialog, a sheet, a part of the page. */
export function useFlag(isOn = false) {
  const flag = useSignal(isOn);
  return {
    isOn: flag.value,
    on: setTo(flag, true),
    off: setTo(flag, false),
    toggle: setTo(flag, !flag.value),
  };
}

/** The value once it has not changed for 250 ms. */
export function useDebounced<Value>(value: Value): Value {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(setTo(settled, value), 250);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return settled.value;
}
