import type { Keyring } from '../access/keys.ts';
import type { SendCode } from '../delivery/code-mails.ts';
import type { Platform } from '../platform/platform.ts';
import type { Assistant } from '../site/assistant.ts';
import type { OperatorServices } from './operator.ts';
import type { SessionWatch } from './session-watch.ts';

/** The dependencies of the console: both services and their keys. */
export interface Console {
  readonly keyring: Keyring;
  readonly platform: Platform;
  /** Undefined if this process serves no sites. */
  readonly assistant: Assistant | undefined;
  /** Where people reach the platform, and so the console. */
  readonly publicUrl: () => string;
  /** Whether `publicUrl` is one of the settings and not the address where it listens. */
  readonly hasPublicUrl: boolean;
  /** Where this machine itself reaches it. */
  readonly localUrl?: (() => string) | undefined;
  /** Where visitors reach the site assistant, in this process or another. */
  readonly siteUrl: () => string;
  readonly watch: SessionWatch;
  /** Undefined if the server sends no mail. */
  readonly mailing?: SendCode | undefined;
  /** Without it there are no endpoints for operators. */
  readonly operator?: OperatorServices | undefined;
}
