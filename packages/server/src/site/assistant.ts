import { createDailyCode } from '../access/daily-code.ts';
import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import type { Encoder } from '../models/models.ts';
import { createAsks } from './asks.ts';
import { createLibrary } from './library.ts';
import { createNoticeBell } from './notices.ts';
import type { Assistant } from './site.ts';
import { createVectors, noVectors } from './vectors.ts';

type Made = 'mac' | 'seal' | 'library' | 'vectors' | 'codeOfDay' | 'asks' | 'noticeBell';

/** Everything the rules work with, from what an installation brings. */
export function createAssistant(
  parts: Omit<Assistant, Made> & {
    readonly pepper: Buffer;
    /** Without it, sites are found by words alone. */
    readonly loadEncoder?: () => Promise<Encoder | undefined>;
  },
): Assistant {
  const { pepper, loadEncoder, ...rest } = parts;
  const { store, log } = parts;
  const vectors =
    loadEncoder === undefined ? noVectors : createVectors({ store, log, loadEncoder });
  return {
    ...rest,
    mac: createMac(pepper),
    seal: createSeal(pepper),
    library: createLibrary(store, undefined, vectors),
    vectors,
    codeOfDay: createDailyCode(pepper),
    asks: createAsks(),
    noticeBell: createNoticeBell(),
  };
}
