/** The customer's page: choose items, send the order and follow its status. */
import { follow } from '/live.js';
import { element, faultText, loadGoods, money, nameOf, speak, summary, text } from '/page.js';

const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const fileBytesMax = 5 * 1024 * 1024;
const countMax = 20;
const find = (selector) => document.querySelector(selector);
const goods = await loadGoods();
const counts = new Map();
let placed;
let fault;
// The same for every attempt to send an order, so that the shop gets it once.
let orderKey = newKey();

speak(write);
find('#order').addEventListener('submit', (event) => {
  event.preventDefault();
  void place();
});
find('#again').addEventListener('click', () => location.assign('/'));

function write() {
  find('#goods').replaceChildren(...goods.map(goodRow));
  find('#fault').textContent = fault === undefined ? '' : faultText(fault);
  writeTotal();
  if (placed !== undefined) writePlaced();
}

function goodRow(good) {
  const count = element('output', { className: 'count', value: String(counts.get(good.id) ?? 0) });
  const change = (by) => () => {
    const next = Math.min(countMax, Math.max(0, (counts.get(good.id) ?? 0) + by));
    counts.set(good.id, next);
    count.value = String(next);
    row.classList.toggle('chosen', next > 0);
    writeTotal();
  };
  const step = (label, sign, by) => {
    const aria = { label: `${text(label)}: ${nameOf(good)}` };
    const button = element('button', { type: 'button', className: 'step', aria }, sign);
    button.addEventListener('click', change(by));
    return button;
  };
  const row = element(
    'li',
    { className: (counts.get(good.id) ?? 0) > 0 ? 'chosen' : '', data: { good: good.id } },
    element(
      'div',
      { className: 'good' },
      element('strong', {}, nameOf(good)),
      element('span', {}, `${money(good.price)} · ${good.unit}`),
    ),
    element('div', { className: 'stepper' }, step('less', '−', -1), count, step('more', '+', 1)),
  );
  return row;
}

function chosen() {
  return goods.flatMap(({ id }) => {
    const count = counts.get(id) ?? 0;
    return count > 0 ? [{ id, count }] : [];
  });
}

function writeTotal() {
  const total = goods.reduce((sum, { id, price }) => sum + price * (counts.get(id) ?? 0), 0);
  find('#total').value = `${text('total')}: ${money(total)}`;
}

async function place() {
  const { name, phone, note } = find('#order').elements;
  const file = find('#file').files[0];
  fault = faultOf(name.value, phone.value, file);
  find('#fault').textContent = fault === undefined ? '' : faultText(fault);
  if (fault !== undefined) return;
  find('#send').disabled = true;
  const order = { name: name.value, phone: phone.value, note: note.value, items: chosen() };
  const response = await fetch('/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': orderKey },
    body: JSON.stringify(order),
  }).catch(() => undefined);
  find('#send').disabled = false;
  const answer = await response?.json().catch(() => undefined);
  if (!response?.ok) {
    fault = answer?.code ?? 'later';
    find('#fault').textContent = faultText(fault);
    return;
  }
  placed = answer;
  orderKey = newKey();
  find('#order').hidden = true;
  find('#placed').hidden = false;
  writePlaced();
  find('#placed-title').focus();
  if (file !== undefined) void sendFile(file);
  await follow(`/orders/${placed.id}/live`, {
    onOrder: (changed) => {
      if (changed.version < placed.version) return;
      placed = changed;
      writePlaced();
    },
    onState: () => {},
  });
}

function faultOf(name, phone, file) {
  if (chosen().length === 0) return 'items';
  if (name.trim() === '') return 'name';
  if (!/^\+?[\d ()-]{7,20}$/.test(phone.trim())) return 'phone';
  if (file !== undefined && !fileTypes.includes(file.type)) return 'fileType';
  return file !== undefined && file.size > fileBytesMax ? 'fileSize' : undefined;
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
async function sendFile(file) {
  const upload = new XMLHttpRequest();
  const done = new Promise((resolve) => upload.addEventListener('loadend', resolve));
  upload.upload.addEventListener('progress', ({ loaded, total }) => {
    find('#progress').value = (loaded / total) * 100;
  });
  find('#sending').hidden = false;
  upload.open('PUT', `/orders/${placed.id}/file?name=${encodeURIComponent(file.name)}`);
  upload.setRequestHeader('content-type', file.type);
  upload.send(file);
  await done;
  find('#sending').hidden = true;
  if (upload.status !== 200) fault = 'fileLost';
  writePlaced();
}

const statuses = ['sent', 'received', 'ready'];

function writePlaced() {
  const at = statuses.indexOf(placed.status);
  find('#placed-title').textContent = text('thanks').replace('{name}', placed.name);
  find('#steps').replaceChildren(
    ...statuses.map((status, index) =>
      element(
        'li',
        {
          className: index <= at ? 'done' : '',
          data: { status },
          aria: index === at ? { current: 'step' } : {},
        },
        text(status),
      ),
    ),
  );
  const parts = [summary(placed, goods)];
  if (placed.file !== undefined)
    parts.push(element('p', { className: 'attached' }, placed.file.name));
  if (fault !== undefined)
    parts.push(element('p', { className: 'fault', role: 'alert' }, faultText(fault)));
  find('#summary').replaceChildren(...parts);
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
