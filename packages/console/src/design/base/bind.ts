/** Handlers that only write a signal. */
import type { Signal } from '@preact/signals';

/** Puts what a control hands over into the signal: `<Field value={name.value} onInput={into(name)} />`. */
export function into<Value>(signal: Signal<Value>): (value: Value) => void {
  return (value) => {
    signal.value = value;
  };
}

/** Puts always the same into the signal: `<Dialog onClose={put(isOpen, false)} />`. */
export function put<Value>(signal: Signal<Value>, value: NoInfer<Value>): () => void {
  return () => {
    signal.value = value;
  };
}
