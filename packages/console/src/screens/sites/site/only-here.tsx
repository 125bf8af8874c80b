/** An address that only the computer of the server can open, such as one of a trial: no customer can use it. */
import { dictionary } from '../../../words/language.ts';

const t = dictionary({
  text: [
    'Kompyuta hii tu ndiyo inaweza kufungua anwani hii. Wateja wataifungua mwendeshaji wa seva akiweka anwani ya ' +
      'umma, kwa BARAZA_PUBLIC_SITE_URL.',
    'Only this computer can open this address. Customers can open it once the person who runs the server sets a ' +
      'public address with BARAZA_PUBLIC_SITE_URL.',
  ],
});

export function isOnlyHere(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {};
  return /^(?:.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

export function OnlyHere() {
  return <p class="caution-note">{t.text}</p>;
}
