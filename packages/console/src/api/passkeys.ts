/** Passkeys of this device. The library is loaded on first use. */
import { isBarazaError, isConnectionError } from '@baraza/client/console';
import type { NewPasskey, SignIn } from '@baraza/contract';
import { client } from './client.ts';
import { deviceName } from './device-name.ts';
import { loadSession, signIn } from './session.ts';

/** Whether this page can use passkeys: they need a secure connection and a host with a name. */
export function canUsePasskeys(): boolean {
  return (
    globalThis.PublicKeyCredential !== undefined &&
    isSecureContext &&
    !/^(?:[\d.]+|\[.*\])$/.test(location.hostname)
  );
}

/** Resolves to false if the user or the device declined. */
export function enterByPasskey(): Promise<boolean> {
  return unlessDeclined(async () => {
    const { startAuthentication } = await library();
    const options = await client.session.passkeyOptions();
    const passkey = await startAuthentication({ optionsJSON: options as never });
    await signIn({ passkey: passkey as unknown as NonNullable<SignIn['passkey']> });
  });
}

/** Resolves to false if the user or the device declined. */
export function addPasskey(): Promise<boolean> {
  return unlessDeclined(async () => {
    const { startRegistration } = await library();
    const options = await client.passkeys.options();
    const response = await startRegistration({ optionsJSON: options as never });
    await client.passkeys.add({
      name: deviceName(),
      response: response as unknown as NewPasskey['response'],
    });
    await loadSession();
  });
}

const library = () => import('@simplewebauthn/browser');

async function unlessDeclined(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isBarazaError(error) || isConnectionError(error)) throw error;
    return false;
  }
}
