import type { Transporter } from 'nodemailer';
import { race } from '../kernel/race.ts';
import type { Item } from '../store/outbox.ts';
import type { Outcome, Tried } from './sender.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The text as HTML, already escaped. */
  readonly html?: string;
  /** Message-ID, the same for every attempt, so that duplicates can be recognised. */
  readonly id: string;
}

export type Mailer = ReturnType<typeof createMailer>;

const timeoutDefaultMs = 10_000;
// The limit for a whole mail (connection, greeting and commands), as a multiple of the timeout.
const totalFactor = 5;

/**
 * Sends by the server that an address like `smtp://user:password@host:587` names, over TLS if
 * the server offers it. `?from=` is the sender; without it, the user.
 */
export function createMailer(url: string, timeoutMs = timeoutDefaultMs) {
  const { server, from } = serverAndSender(url);
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    // Loaded lazily: few installations send mail.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: server,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Visitor text must never make the library read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    send: async ({ to, subject, text, html, id }: Mail, signal: AbortSignal): Promise<Tried> => {
      if (signal.aborted) return { kind: 'refused', status: null, fault: 'the server is stopping' };
      transport ??= open();
      try {
        const sending = (await transport).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: `<${id}@${hostOf(from)}>`,
        });
        // A server that sends a byte before each timeout never times out, so the total time is limited, too. The
        // library limits the size of its replies.
        await race(sending, { limitMs: totalFactor * timeoutMs });
        return { kind: 'delivered', status: null };
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        return { kind: 'refused', status: responseCode ?? null, fault: code ?? 'mail failed' };
      }
    },
    close: () => {
      void transport?.then((open) => open.close());
    },
  };
}

// What is being sent when the server stops gets this time.
const graceMs = 2_000;

/** A server that stops does not wait for a silent mail server: then nobody knows whether the mail has arrived. */
export async function sendOnce(
  mailer: Mailer,
  mail: Mail,
  stopping: AbortSignal,
): Promise<Outcome> {
  const late = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const stop = () => timers.push(setTimeout(() => late.abort(), graceMs));
  stopping.addEventListener('abort', stop, { once: true });
  try {
    return await race(mailer.send(mail, stopping), { signal: late.signal });
  } catch (cause) {
    if (!late.signal.aborted) throw cause;
    return { kind: 'unknown' };
  } finally {
    stopping.removeEventListener('abort', stop);
    for (const timer of timers) clearTimeout(timer);
  }
}

/**
 * Twice the process that sent it was killed before it knew the outcome: a person may have got it twice, and must not
 * get it a third time. A webhook recognises a repeat by its id.
 */
export function isDoubtful({ unknown }: Pick<Item, 'unknown'>): boolean {
  return unknown > 1;
}

function serverAndSender(text: string): { readonly server: string; readonly from: string } {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const from =
    url.searchParams.get('from') ?? (user.includes('@') ? user : `assistant@${url.hostname}`);
  url.searchParams.delete('from');
  return { server: url.href, from };
}

function hostOf(address: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';
}
