/** Time as this process lived it: what the machine gave to others instead counts next to nothing. */
export interface AwakeTime {
  readonly elapsedMs: () => number;
  readonly stop: () => void;
}

const tickMs = 5;
const pauseMsMax = 20;

/** A promise of so many milliseconds can be held to it on a machine that stalls; work of our own counts in full. */
export function startAwakeTime(): AwakeTime {
  let elapsedMs = 0;
  let lastMs = performance.now();
  let lastCpuMs = cpuMs();
  const tick = () => {
    const [nowMs, nowCpuMs] = [performance.now(), cpuMs()];
    elapsedMs += Math.min(nowMs - lastMs, Math.max(pauseMsMax, nowCpuMs - lastCpuMs));
    [lastMs, lastCpuMs] = [nowMs, nowCpuMs];
  };
  const timer = setInterval(tick, tickMs);
  return {
    elapsedMs: () => {
      tick();
      return elapsedMs;
    },
    stop: () => clearInterval(timer),
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
