/** The most that the main thread worked without a turn for timers; what other processes take does not count. */
export async function longestSlice(run: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  const tick = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 1);
  try {
    await run();
    tick();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
