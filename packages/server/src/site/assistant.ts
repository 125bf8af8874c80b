import { createDailyCode } from '../access/daily-code.ts';
import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import { createAsks } from './asks.ts';
import { createLibrary } from './library.ts';
import { createNoticeBell } from './notices.ts';
import type { Assistant } from './site.ts';

type Made = 'mac' | 'seal' | 'library' | 'codeOfDay' | 'asks' | 'noticeBell';

/** Everything the rules work with, from what an installation brings. */
export function createAssistant(
  parts: Omit<Assistant, Made> & { readonly pepper: Buffer },
): Assistant {
  const { pepper, ...rest } = parts;
  return {
    ...rest,
    mac: createMac(pepper),
    seal: createSeal(pepper),
    library: createLibrary(parts.store),
    codeOfDay: createDailyCode(pepper),
    asks: createAsks(),
    noticeBell: createNoticeBell(),
  };
}
