/** Serves the pages, the client as JavaScript, and the two endpoints that need a key: taken slots and answers. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { createPlatformClient } from '@baraza/client';

type Ids = { readonly [Name in 'people' | 'appointments' | 'assistant']: string };
type Settings = Ids & { readonly baraza: string; readonly key: string; readonly port: number };

const clientFolder = join(import.meta.dirname, '../../packages/client/src');
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };

export async function openClinic(settings: Settings) {
  const { baraza: baseUrl, key, people, appointments, assistant } = settings;
  const baraza = createPlatformClient({ baseUrl, key });
  const booked = baraza.resources.collection<{ slot: string; day: string }>(appointments);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://clinic');
    const send = (type: string, body: string | Buffer) =>
      void response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    if (pathname === '/settings.json')
      return send('application/json', JSON.stringify({ baseUrl, people, appointments }));
    if (pathname === '/taken') {
      const where = { day: searchParams.get('day') ?? '' };
      const { records } = await booked.list({ where, fields: ['slot'] });
      return send('application/json', JSON.stringify(records.map(({ record }) => record.slot)));
    }
    if (pathname === '/ask') {
      const prompt = (searchParams.get('question') ?? '').slice(0, 500);
      response.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
      for await (const event of baraza.ai.stream({ assistant, prompt }))
        if (event.type === 'token') response.write(event.text);
      return void response.end();
    }
    if (pathname.startsWith('/client/')) {
      const file = join(clientFolder, normalize(pathname.slice('/client'.length)));
      return send('text/javascript', stripTypeScriptTypes(readFileSync(file, 'utf8')));
    }
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const type = types[name.split('.').at(-1) as keyof typeof types];
    if (!/^[a-z]+\.[a-z]+$/.test(name) || type === undefined) throw new Error('absent');
    send(`${type}; charset=utf-8`, readFileSync(join(import.meta.dirname, 'page', name)));
  }

  const policy = `default-src 'self'; connect-src 'self' ${baseUrl}`;
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store' };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(404, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(settings.port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, 'settings.json');
  const { url } = await openClinic(JSON.parse(readFileSync(file, 'utf8')));
  console.log(`Patients: ${url}   Staff: ${url}/staff.html`);
}
