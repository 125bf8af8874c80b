/** Notifications on this device. The service worker that shows them is registered when they are first turned on. */
import { client } from './client.ts';
import { deviceName } from './device-name.ts';
import { onSignedOut } from './session.ts';

/** `home`: iPhones and iPads show notifications only for pages on the home screen. */
type PushAbility = 'able' | 'blocked' | 'home' | 'unable';

export function pushAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && isSecureContext;
  if (!isAble) return /iPhone|iPad/.test(navigator.userAgent) ? 'home' : 'unable';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

/** Whether the user has already allowed or denied notifications in this browser. */
export function isPushAsked(): boolean {
  return Notification.permission !== 'default';
}

/** Resolves to false if the user declined. */
export async function turnOnPush(language: 'sw' | 'en'): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await client.push.list();
  const { pushManager } = await registerWorker();
  const known = await pushManager.getSubscription();
  // The key of the server has changed.
  if (known !== null && keyOf(known) !== key) await known.unsubscribe();
  const applicationServerKey = key;
  await add(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }), language);
  return true;
}

/** Registers the device again after another sign-in, if it showed notifications before. */
export async function resumePush(language: 'sw' | 'en'): Promise<void> {
  if (pushAbility() !== 'able' || !isPushAsked()) return;
  const subscription = await findSubscription();
  if (subscription === undefined) return;
  const { key, devices } = await client.push.list();
  if (keyOf(subscription) === key && !devices.some(({ current }) => current))
    await add(subscription, language);
}

/** Removes the subscription from the browser; the server deletes the device with its session. */
export async function turnOffPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Calls back with the address of a notification that was tapped while this page is open. */
export function watchNotifications(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const { open: url } = data as { readonly open?: unknown };
    if (typeof url === 'string') open(url.replace(/^\/#?/, '') || '/');
  });
  navigator.serviceWorker.startMessages();
}

onSignedOut(() => {
  if ('serviceWorker' in navigator) turnOffPush().catch(() => {});
});

async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js');
  return navigator.serviceWorker.ready;
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

async function add(subscription: PushSubscription, language: 'sw' | 'en'): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await client.push.add({ endpoint, keys: { p256dh, auth }, language, name: deviceName() });
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  return key === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
}
