/** The part of a helper process that all of them share: requests come from the parent, and it ends with it. */
export function serveParent<Request extends { readonly id: number }>(
  answer: (request: Request, isForgotten: () => boolean) => Promise<object>,
  onTold: (message: object) => void = () => {},
): void {
  const forgotten = new Set<number>();
  const underWay = new Set<number>();
  // A Ctrl-C reaches the whole group; the parent still has visitors to serve, and ends this one.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: Request | { readonly forget: number } | object) => {
    if ('forget' in message) {
      if (underWay.has(message.forget)) forgotten.add(message.forget);
      return;
    }
    if (!('id' in message)) return onTold(message);
    const { id } = message;
    underWay.add(id);
    let reply: object;
    try {
      reply = await answer(message, () => forgotten.has(id));
    } catch (error) {
      reply = { refused: error instanceof Error ? error.message : String(error) };
    }
    underWay.delete(id);
    if (!forgotten.delete(id)) process.send?.({ ...reply, id });
  });
  process.send?.({ ready: true });
}

export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? '{}') as Input;
}
