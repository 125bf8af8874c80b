/** The page of the shop: orders appear as they come, newest first. */
import { linesOf } from '/basket.js';
import { baraza, find, follow, make, say, settings, signedIn, speak } from '/page.js';

const orders = baraza.resources.collection(settings.orders);
const shownMax = 50;
let shown = [];

const load = async () => {
  ({ records: shown } = await orders.list({ order: 'newest', limit: shownMax }));
  draw();
};
speak(draw);
await signedIn(() => follow(settings.orders, load));

function draw() {
  find('none').hidden = shown.length > 0;
  find('orders').replaceChildren(...shown.map(cardOf));
}

function cardOf({ recordId, record }) {
  const { name, phone, items, status } = record;
  const call = make('a', { href: `tel:${phone.replace(/[^\d+]/g, '')}`, textContent: phone });
  const isReady = status === 'ready';
  const ready = make('button', {
    type: 'button',
    textContent: isReady ? `✓ ${say('ready')}` : say('ready'),
    disabled: isReady,
  });
  ready.onclick = () => orders.patch(recordId, { status: 'ready' });
  return make(
    'li',
    { className: `card ${status}`, data: { order: recordId } },
    make('p', { className: 'row' }, make('strong', { textContent: name }), call),
    make('ul', { className: 'lines' }, ...linesOf(items, say('total'))),
    ready,
  );
}
