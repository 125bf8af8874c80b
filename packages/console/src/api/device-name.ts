/** A name such as `Chrome, Android`, only to tell devices apart. */
export function deviceName(): string {
  const { userAgent } = navigator;
  const browser = /Edg|Firefox|OPR|Chrome|Safari/.exec(userAgent)?.[0] ?? 'Browser';
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(userAgent)?.[0] ?? '';
  return [{ Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser, system].filter(Boolean).join(', ');
}
