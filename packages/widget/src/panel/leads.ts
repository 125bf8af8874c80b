/** Sends a lead with retries. It is stored before it is sent, so that it survives the page; only the newest is kept. */
import { isBarazaError } from '@baraza/client';
import type { LeadReceipt } from '@baraza/contract';
import type { Memory, WaitingLead } from './memory.ts';

export type LeadOutcome =
  | { readonly kind: 'sent'; readonly receipt: LeadReceipt }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused' };

interface LeadsTools {
  readonly memory: Memory;
  readonly send: (lead: WaitingLead) => Promise<LeadReceipt>;
  /** The result of a lead that waited. */
  readonly onLater: (outcome: LeadOutcome) => void;
  readonly isOnline: () => boolean;
  /** Calls back once: after the delay, or as soon as the browser is online again. */
  readonly retryLater: (delayMs: number, retryNow: () => void) => () => void;
}

export function createLeads({ memory, ...tools }: LeadsTools) {
  let attempts = 0;
  let stopWaiting = () => {};

  async function attempt(lead: WaitingLead): Promise<LeadOutcome> {
    stopWaiting();
    let delayMs = delaysMs[attempts] ?? delayMsMax;
    attempts += 1;
    if (tools.isOnline())
      try {
        const receipt = await tools.send(lead);
        forget(lead);
        return { kind: 'sent', receipt };
      } catch (error) {
        if (isRefusal(error)) {
          forget(lead);
          return { kind: 'refused' };
        }
        if (isBarazaError(error)) delayMs = error.retryAfterMs ?? delayMs;
      }
    // A newer lead has replaced it.
    if (memory.lead !== lead) return { kind: 'waiting' };
    stopWaiting = tools.retryLater(Math.min(delayMs, delayMsMax), () => void retry(lead));
    return { kind: 'waiting' };
  }

  async function retry(lead: WaitingLead): Promise<void> {
    if (memory.lead !== lead) return;
    const outcome = await attempt(lead);
    if (outcome.kind !== 'waiting') tools.onLater(outcome);
  }

  function forget(lead: WaitingLead): void {
    if (memory.lead !== lead) return;
    memory.lead = undefined;
    memory.save();
  }

  return {
    /** The first result; a waiting lead is retried while the page is open. */
    submit: (lead: WaitingLead) => {
      attempts = 0;
      memory.lead = lead;
      // Saved before it is sent, because the visitor may leave the page or lose power at any time.
      memory.save();
      return attempt(lead);
    },
    /** Sends the lead that was still waiting when the last page was left. */
    resume: () => {
      if (memory.lead !== undefined) void retry(memory.lead);
    },
  };
}

const delaysMs = [5_000, 15_000, 60_000];
const delayMsMax = 300_000;

/** Refusals that are final. */
function isRefusal(error: unknown): boolean {
  return isBarazaError(error) && error.status < 500 && error.status !== 429;
}
