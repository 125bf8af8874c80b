import { useSignal } from '@preact/signals';
import { put } from './bind.ts';

interface Flag {
  readonly isOn: boolean;
  readonly on: () => void;
  readonly off: () => void;
  readonly toggle: () => void;
}

/** Whether something is open: a dialog, a sheet, a part of the page. */
export function useFlag(isOn = false): Flag {
  const flag = useSignal(isOn);
  return {
    isOn: flag.value,
    on: put(flag, true),
    off: put(flag, false),
    toggle: put(flag, !flag.value),
  };
}
