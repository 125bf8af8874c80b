const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes for people: `14.6 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  let [value, at] = [bytes / 1_024, 0];
  // What would be shown as 1024 is 1.0 of the next.
  for (; value >= 1_023.5 && at < units.length - 1; at += 1) value /= 1_024;
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${units[at]}`;
}
