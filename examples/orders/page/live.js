/**
 * Orders as they change. `EventSource` sends no credential, so the stream is read with fetch; it begins with how
 * things are, so that nothing is missed while it was away.
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
      // The network is gone; it is asked again below.
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
