/**
 * Follows changes of orders. `EventSource` cannot send a credential, so this uses fetch. The stream begins with the
 * current orders, so that a reconnection misses nothing.
 */
export async function follow(path, { code, onOrder, onState }) {
  const headers = code === undefined ? {} : { authorization: `Bearer ${code}` };
  for (;;) {
    try {
      const response = await fetch(path, { headers });
      if (!response.ok) {
        onState('refused');
        if (response.status < 500) return;
      } else {
        onState('connected');
        for await (const order of ordersIn(response.body)) onOrder(order);
      }
    } catch {
      // The connection is lost; it is opened again below.
    }
    onState('connecting');
    await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}

const reconnectMs = 1_000;

async function* ordersIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice(6));
  }
}
