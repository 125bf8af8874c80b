import { encode } from 'uqr';
import { Button } from '../../../design/buttons.tsx';
import { saveAs } from '../../../design/save-as.ts';
import { dictionary } from '../../../words/language.ts';
import './qr-code.css';

const t = dictionary({
  qr: (address: string) => [`Msimbo wa QR wa ${address}`, `QR code of ${address}`],
  save: ['Pakua msimbo wa QR', 'Download the QR code'],
});

/** A QR code, black on white in both colour schemes, because many cameras cannot read it inverted. */
export function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  const { size, path } = drawn(text);
  const save = () => {
    const picture =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    saveAs(`${name}.svg`, 'image/svg+xml', picture);
  };
  return (
    <div class="qr">
      <svg class="qr-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qr(text)}>
        <path class="qr-ground" d={`M0 0h${size}v${size}H0z`} />
        <path class="qr-ink" d={path} />
      </svg>
      <Button icon="file" onClick={save} label={t.save} />
    </div>
  );
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
