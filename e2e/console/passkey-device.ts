import type { CDPSession, Page } from 'playwright-core';

/** Adds a virtual authenticator that always verifies the user. */
export async function addDevice(
  page: Page,
): Promise<{ readonly device: CDPSession; readonly authenticatorId: string }> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, authenticatorId };
}
