/** KB is 1,024 bytes and MB is 1,024 KB, everywhere. */
export const KB = 1024;
export const MB = 1024 * KB;
export const GB = 1024 * MB;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
