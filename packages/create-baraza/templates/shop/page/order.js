/** The page of a customer: choose, order. Nobody signs in; the rule `create` of the collection lets everyone order. */
import { linesOf, money, nameOf, totalOf } from '/basket.js';
import { goods } from '/goods.js';
import { baraza, find, make, say, settings, showAssistant, speak } from '/page.js';

const orders = baraza.resources.collection(settings.orders);
const countMax = 20;
const counts = new Map();
let placed;
// The same for every attempt to send one order: the shop gets it once.
let orderKey = crypto.randomUUID();

const items = () => [...counts].flatMap(([id, count]) => (count > 0 ? [{ id, count }] : []));

speak(() => {
  find('goods').replaceChildren(...goods.map(rowOf));
  write();
});
showAssistant();

function rowOf(good) {
  const count = make('output', { value: String(counts.get(good.id) ?? 0) });
  const step = (sign, label, by) =>
    make('button', {
      type: 'button',
      className: 'step',
      textContent: sign,
      ariaLabel: `${label}: ${nameOf(good)}`,
      onclick: () => {
        const next = Math.min(countMax, Math.max(0, (counts.get(good.id) ?? 0) + by));
        counts.set(good.id, next);
        count.value = String(next);
        row.classList.toggle('chosen', next > 0);
        write();
      },
    });
  const row = make(
    'li',
    { className: counts.get(good.id) > 0 ? 'chosen' : '', data: { good: good.id } },
    make('span', { className: 'sign', ariaHidden: 'true', textContent: nameOf(good)[0] }),
    make(
      'span',
      { className: 'what' },
      make('strong', { textContent: nameOf(good) }),
      make('small', { textContent: `${money(good.price)} · ${good.unit}` }),
    ),
    make(
      'span',
      { className: 'steps' },
      step('−', say('less'), -1),
      count,
      step('+', say('more'), 1),
    ),
  );
  return row;
}

function write() {
  find('total').value = `${say('total')}: ${money(totalOf(items()))}`;
  if (placed === undefined) return;
  find('thanks').textContent = say('thanks').replace('{name}', placed.name);
  find('summary').replaceChildren(...linesOf(placed.items, say('total')));
}

find('order').onsubmit = async (event) => {
  event.preventDefault();
  const { name, phone } = Object.fromEntries(new FormData(find('order')));
  find('fault').textContent = items().length === 0 ? say('empty') : '';
  if (items().length === 0) return;
  find('send').disabled = true;
  const order = { name: name.trim(), phone: phone.trim(), items: items(), status: 'new' };
  try {
    await orders.create(order, { idempotencyKey: orderKey });
    placed = order;
    orderKey = crypto.randomUUID();
    find('order').hidden = true;
    find('placed').hidden = false;
    write();
    find('thanks').focus();
  } catch (error) {
    find('fault').textContent = say(error.status === 400 ? 'refused' : 'later');
  } finally {
    find('send').disabled = false;
  }
};
find('again').onclick = () => location.reload();
