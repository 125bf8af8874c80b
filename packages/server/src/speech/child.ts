/** Request loop of a child process: answers the parent's requests and exits when the parent disconnects. */
export function serveParent<Request extends { readonly id: number }>(
  answer: (request: Request, isCancelled: () => boolean) => Promise<object>,
  onNotice: (message: object) => void = () => {},
): void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  // SIGINT reaches the whole process group; the parent drains first and then ends this process.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: Request | { readonly forget: number } | object) => {
    if ('forget' in message) {
      if (running.has(message.forget)) cancelled.add(message.forget);
      return;
    }
    if (!('id' in message)) return onNotice(message);
    const { id } = message;
    running.add(id);
    let reply: object;
    try {
      reply = await answer(message, () => cancelled.has(id));
    } catch (error) {
      reply = { refused: error instanceof Error ? error.message : String(error) };
    }
    running.delete(id);
    if (!cancelled.delete(id)) process.send?.({ ...reply, id });
  });
  process.send?.({ ready: true });
}

export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? '{}') as Input;
}
