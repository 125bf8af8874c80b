import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openMemory } from './memory.ts';

const names = ['localStorage', 'sessionStorage'] as const;
const own = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

describe('the storage of a visit', () => {
  afterEach(() => {
    for (const [name, descriptor] of own)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  });

  test('two tabs that open at the same time are one visitor with two conversations', () => {
    const { tab } = browser();
    const first = tab(() => openMemory('duka'));
    // The second tab reads before the first one has written.
    const second = tab(() => openMemory('duka'));
    first((memory) => memory.save());
    second((memory) => memory.save());
    const visitor = second(({ visitor }) => visitor);
    assert.match(visitor, /^[\w-]{22}$/);
    assert.equal(
      first((memory) => memory.visitor),
      visitor,
    );
    assert.notEqual(
      first((memory) => memory.conversation),
      second((memory) => memory.conversation),
    );
  });

  test('a language chosen in one tab is kept when another tab stores its state later', () => {
    const { tab } = browser();
    const first = tab(() => openMemory('duka'));
    const second = tab(() => openMemory('duka'));
    first((memory) => {
      memory.language = 'en';
    });
    second((memory) => memory.save());
    const third = tab(() => openMemory('duka'));
    for (const seen of [first, second, third])
      assert.equal(
        seen((memory) => memory.language),
        'en',
      );
  });

  test('an exchange with broken suggestions is dropped, a valid one is kept', () => {
    const { tab } = browser();
    const kept = (suggestions: unknown) => ({
      requestId: 'r'.repeat(22),
      question: 'Mzigo utafikaje?',
      text: 'Samahani.',
      done: { sources: [], suggestions },
    });
    const exchanges = [kept(['Mnaleta?']), kept([5]), kept('Mnaleta?'), kept(undefined)];
    const only = tab(() => {
      sessionStorage.setItem('site-assistant:duka', JSON.stringify({ exchanges }));
      return openMemory('duka');
    });
    assert.deepEqual(
      only((memory) => memory.exchanges.map(({ done }) => done?.suggestions)),
      [['Mnaleta?'], undefined],
    );
  });

  test('a question that was waiting for a busy server when the page was left is restored as busy', () => {
    const { tab } = browser();
    const unanswered = { requestId: 'r'.repeat(22), question: 'Mnaleta?', text: '' };
    const exchanges = [unanswered, { ...unanswered, retryAtMs: 5_000 }];
    const only = tab(() => {
      sessionStorage.setItem('site-assistant:duka', JSON.stringify({ exchanges }));
      return openMemory('duka');
    });
    assert.deepEqual(
      only((memory) => memory.exchanges.map(({ failure, retryAtMs }) => [failure, retryAtMs])),
      [
        [{ reason: 'lost' }, undefined],
        [{ reason: 'busy' }, undefined],
      ],
    );
  });

  test('without storage everything is forgotten with the page', () => {
    const { tab } = browser(() => {
      throw new Error('The quota has been exceeded.');
    });
    const only = tab(() => openMemory('duka'));
    only((memory) => {
      memory.language = 'sw';
      memory.save();
    });
    assert.equal(
      only(({ visitor }) => visitor),
      only(({ visitor }) => visitor),
    );
    assert.equal(
      only((memory) => memory.language),
      'sw',
    );
  });
});

/** Local storage of all tabs, and session storage of each. */
function browser(onWrite = () => {}) {
  const shared = storage(onWrite);
  return {
    tab: <Value>(open: () => Value) => {
      const session = storage(onWrite);
      const inTab = <Result>(act: () => Result): Result => {
        const kept = { localStorage: shared, sessionStorage: session };
        for (const name of names)
          Object.defineProperty(globalThis, name, { value: kept[name], configurable: true });
        return act();
      };
      const value = inTab(open);
      return <Result>(act: (value: Value) => Result) => inTab(() => act(value));
    },
  };
}

function storage(onWrite: () => void): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      onWrite();
      kept.set(name, value);
    },
  };
}
