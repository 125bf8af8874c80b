import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tongueOf } from './tongue.ts';

for (const [text, tongue] of [
  ['White bread 400g', 'en'],
  ['Do you deliver?', 'en'],
  ['Yes, within 10 km of Westlands, not on Sundays.', 'en'],
  ['Birthday cake', 'en'],
  ['Mnapeleka bidhaa nyumbani?', 'sw'],
  ['Unga wa ngano 2kg', 'sw'],
  ['Ndiyo, ndani ya Nairobi, isipokuwa Jumapili.', 'sw'],
] as const)
  test(`“${text}” is written in ${tongue}`, () => assert.equal(tongueOf(text), tongue));

for (const text of [
  '',
  'Chapati',
  'Coca-Cola 500ml',
  'M-Pesa',
  'Njeri Salon',
  'Nondo 12mm',
  'Simcard',
])
  test(`“${text}” may be of either language`, () => assert.equal(tongueOf(text), undefined));
