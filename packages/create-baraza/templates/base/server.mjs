/** Serves the page, the client as JavaScript, and settings.json. It has no key: the rules decide who may do what. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { folder, settingsFile } from './baraza.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Resolves with the address of the page. */
export function servePage() {
  if (!existsSync(settingsFile))
    throw new Error('There is no settings.json yet; make it with: npm run setup');
  const headers = headersFor(JSON.parse(readFileSync(settingsFile, 'utf8')));
  const server = createServer((request, response) => {
    const file = fileOf(request.url.split('?')[0]);
    const type = file && types[extname(file)];
    if (!type || !existsSync(file)) return response.writeHead(404, headers).end('Not found');
    return response.writeHead(200, { ...headers, 'content-type': type }).end(readFileSync(file));
  });
  const port = Number(process.env.PORT ?? 4300);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${port} is in use; set another PORT in .env.`) : error);
    });
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/`));
  });
}

/** Only files of the page and of the client: the only dot of a path is that of its ending. */
function fileOf(path) {
  if (path === '/') return join(folder, 'page/index.html');
  if (path === '/settings.json') return settingsFile;
  if (!/^(\/[\w-]+)+\.[a-z]+$/.test(path)) return undefined;
  if (!path.startsWith('/client/')) return join(folder, 'page', path);
  return join(folder, 'node_modules/@baraza/client', path.slice('/client/'.length));
}

/** The page loads scripts from here and from the assistant, and calls nobody but Baraza. */
function headersFor({ platform, assistant }) {
  const site = assistant === undefined ? '' : new URL(assistant.script).origin;
  const socket = site.replace(/^http/, 'ws');
  return {
    'content-security-policy':
      `default-src 'self'; script-src 'self' ${site}; ` +
      `connect-src 'self' ${platform} ${site} ${socket}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  };
}
