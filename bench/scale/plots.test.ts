import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineChart, ticks } from './plots.ts';

const chart = {
  title: 'Waits & "refusals" < 1 s',
  x: { label: 'seconds' },
  y: { label: 'share' },
  lines: [
    { name: 'one', points: [[0, 0.1] as const, [10, 0.4] as const] },
    { name: 'other <b>', points: [[0, 0.2] as const, [10, 99] as const] },
  ],
  spans: [{ name: 'slow', from: 2, to: 4 }],
};

describe('plots', () => {
  test('are well-formed, and texts are escaped', () => {
    const svg = lineChart(chart);
    const open: string[] = [];
    for (const [, isEnd, name = '', isEmpty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (isEnd === '/') assert.equal(open.pop(), name);
      else if (isEmpty !== '/') open.push(name);
    }
    assert.deepEqual(open, []);
    assert.ok(svg.includes('Waits &amp; &quot;refusals&quot; &lt; 1 s'));
    assert.ok(!svg.includes('<b>'));
    assert.ok(!/NaN|undefined|Infinity/.test(svg));
  });

  test('contain every line, within the image', () => {
    const svg = lineChart({ ...chart, y: { label: 'share', max: 1 } });
    const drawn = [...svg.matchAll(/class="line l\d" d="([^"]+)"/g)].map(([, d = '']) => d);
    assert.equal(drawn.length, 4);
    for (const [, x = '', y = ''] of drawn.join('').matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
      assert.ok(Number(x) >= 0 && Number(x) <= 640, x);
      assert.ok(Number(y) >= 0 && Number(y) <= 280, y);
    }
  });

  test('have colours for light and for dark pages', () => {
    assert.match(lineChart(chart), /prefers-color-scheme: dark/);
  });

  test('have round numbers on their axes, and axes that contain all values', () => {
    assert.deepEqual(ticks(0, 97), [0, 20, 40, 60, 80, 100]);
    assert.deepEqual(ticks(0, 0.9), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
    assert.deepEqual(ticks(0, 0), ticks(0, 1));
  });
});
