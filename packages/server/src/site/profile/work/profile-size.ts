import { siteLimits } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';

/**
 * A profile is measured as it was sent or as it is kept, whichever is less: saving adds ids and
 * empty fields, and what was kept once can always be put back.
 */
export function assertProfileSize(sentBytes: number, kept: string): void {
  if (sentBytes <= siteLimits.profileBytesMax) return;
  if (Buffer.byteLength(kept) > siteLimits.profileBytesMax)
    throw new Problem(
      'too_large',
      `The profile may have at most ${siteLimits.profileBytesMax} bytes.`,
    );
}

/** A change of a part may not make the profile too large; one that is may always become smaller. */
export function assertProfileGrowth(before: string, kept: string): void {
  const bytes = Buffer.byteLength(kept);
  if (bytes > siteLimits.profileBytesMax && bytes > Buffer.byteLength(before))
    throw new Problem('too_large', 'With this the profile would be over 8 MB.');
}
