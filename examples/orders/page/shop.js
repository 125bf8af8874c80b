/** The shop's page: live orders, newest first. */
import { follow } from '/live.js';
import { element, faultText, loadGoods, speak, summary, text } from '/page.js';

const code = location.hash.slice(1);
const goods = await loadGoods();
const orders = new Map();
let state = 'connecting';
const find = (selector) => document.querySelector(selector);

speak(write);
await follow('/shop/live', {
  code,
  onOrder: (order) => {
    if (order.version < orders.get(order.id)?.version) return;
    orders.set(order.id, order);
    write();
  },
  onState: (next) => {
    state = next;
    write();
  },
});

function write() {
  find('#state').textContent = state === 'refused' ? faultText('code') : text(state);
  find('#state').className = state;
  const newest = [...orders.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  find('#empty').hidden = newest.length > 0 || state === 'refused';
  find('#orders').replaceChildren(...newest.map(card));
}

function card(order) {
  const parts = [
    element(
      'div',
      { className: 'who' },
      element('strong', {}, order.name),
      element('a', { href: `tel:${order.phone.replaceAll(/[^\d+]/g, '')}` }, order.phone),
    ),
    summary(order, goods),
  ];
  if (order.note !== '') parts.push(element('p', { className: 'note' }, order.note));
  const actions = element('div', { className: 'actions' });
  if (order.file !== undefined)
    actions.append(
      action('quiet', `${text('openFile')}: ${order.file.name}`, () => openFile(order)),
    );
  if (order.status !== 'ready')
    actions.append(action('main', text('markReady'), () => call('POST', order, 'ready')));
  else actions.append(element('span', { className: 'done' }, text('ready')));
  return element('li', { className: order.status, data: { order: order.id } }, ...parts, actions);
}

function action(className, label, act) {
  const button = element('button', { type: 'button', className }, label);
  button.addEventListener('click', () => void act());
  return button;
}

function call(method, { id }, what) {
  const headers = { authorization: `Bearer ${code}` };
  return fetch(`/shop/orders/${id}/${what}`, { method, headers });
}

/** Opens the file with a link of Baraza that is valid for a minute. */
async function openFile(order) {
  const response = await call('GET', order, 'file');
  if (response.ok) window.open((await response.json()).url, '_blank', 'noopener');
}
