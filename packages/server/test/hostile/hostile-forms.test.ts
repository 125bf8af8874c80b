import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { eachOf, fixture, fixtureNames, skip } from '../fixtures/hostile-values.ts';
import { newResource, serverOfSuite, storage } from '../fixtures/server.ts';
import { exchange, head, type RawReply } from '../sockets/raw-socket.ts';
import { assertRefusal } from './lawful.ts';

describe('hostile forms', () => {
  const { server, owner } = serverOfSuite('sqlite');

  const newBucket = async () => (await newResource(server, owner.key, 'storage')).id;
  const download = async (id: string, name: string) => {
    const response = await fetch(`${server.url}${storage}/${id}?key=${encodeURIComponent(name)}`, {
      headers: { authorization: `Bearer ${owner.key}` },
    });
    return Buffer.from(await response.arrayBuffer());
  };
  const count = async (id: string) => (await owner.send('GET', `${storage}/${id}`)).json.total;

  test('what browsers and other clients have sent is stored as they meant it, or refused', {
    skip,
  }, async () => {
    const names = fixtureNames('multipart-fixtures/http', '.http');
    assert.ok(names.length > 20);
    const accepted: string[] = [];
    await eachOf(names, async (name) => {
      const id = await newBucket();
      const recorded = fixture(`multipart-fixtures/http/${name}`);
      const sent = recorded
        .toString('latin1')
        .replace(/^POST \S+/, `POST ${storage}/${id}`)
        .replace(/^Host: /m, `Authorization: Bearer ${owner.key}\r\nHost: `);
      // Some promise more than was recorded; they say so by closing, or the server would wait.
      const [reply] = (await exchange(server.port, [sent], { halfClose: isShort(sent) })).replies;
      assert.ok(reply !== undefined, name);
      if (reply.status !== 201) {
        assertRefusal(reply, name, 400);
        assert.equal(await count(id), 0, name);
        return;
      }
      accepted.push(name);
      assert.deepEqual(reply.json.key, meantName(recorded), name);
      assert.deepEqual(await download(id, reply.json.key), meantBytes(name, recorded), name);
    });
    for (const folder of ['encoding', 'preamble', 'special-chars-in-filename'])
      assert.ok(
        accepted.some((name) => name.startsWith(folder)),
        folder,
      );
  });

  const part = (disposition: string, content = 'x', more = '') =>
    `--b\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${content}\r\n`;
  const upload = async (id: string, body: string, type = 'multipart/form-data; boundary=b') => {
    const headers = {
      authorization: `Bearer ${owner.key}`,
      'content-type': type,
      'content-length': body.length,
    };
    const sent = await exchange(server.port, [head('POST', `${storage}/${id}`, headers), body]);
    return sent.replies[0] as RawReply;
  };
  const file = (rest: string, content?: string, more?: string) =>
    `${part(`form-data; ${rest}`, content, more)}--b--\r\n`;

  const refused: { readonly [what: string]: string } = {
    'a body without a boundary in it': 'hello',
    'an empty body': '',
    'no parts': '--b--\r\n',
    'a part without headers': '--b\r\n\r\nx\r\n--b--\r\n',
    'a part whose headers never end': '--b\r\njunk\r\n--b--\r\n',
    'headers without an end and without a boundary': '--b\r\nContent-Disposition: form-data',
    'no closing boundary': part('form-data; name="file"; filename="a"'),
    'a file without a name and without a key': file('name="file"'),
    'a file with an empty name': file('name="file"; filename=""'),
    'a part that is no form data': `${part('attachment; name="file"; filename="a"')}--b--\r\n`,
    'two files': `${part('form-data; name="a"; filename="a"')}${file('name="b"; filename="b"')}`,
    'a name with a NUL in it': file('name="file"; filename="a\0b"'),
    'a name in Latin-1': file('name="file"; filename="caf\xe9"'),
    'a name over two lines': file('name="file"; filename="a\r\n b\nc"'),
    'a key that is no UTF-8': `${part('form-data; name="key"', '\xff')}${file('name="file"')}`,
    'a key of 1,025 bytes': `${part('form-data; name="key"', 'k'.repeat(1025))}${file('name="file"')}`,
    'an empty key': `${part('form-data; name="key"', '')}${file('name="file"; filename="a"')}`,
    '40 parts': `${part('form-data; name="x"').repeat(40)}${file('name="file"; filename="a"')}`,
    'base64 that is none': file(
      'name="file"; filename="a"',
      '%%%%',
      'Content-Transfer-Encoding: base64\r\n',
    ),
    'an unknown encoding': file(
      'name="file"; filename="a"',
      'x',
      'Content-Transfer-Encoding: x-uuencode\r\n',
    ),
  };
  test('malformed forms are refused with 400, and nothing is stored', async () => {
    const id = await newBucket();
    for (const [what, body] of Object.entries(refused))
      assertRefusal(await upload(id, body), what, 400);
    assert.equal(await count(id), 0);
  });

  const wrongTypes = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'multipart/mixed; boundary=b',
    'application/json',
    'text/html',
  ];
  test('a form with the wrong content type is refused', async () => {
    const id = await newBucket();
    for (const type of wrongTypes) {
      const reply = await upload(id, file('name="file"; filename="a"'), type);
      assertRefusal(reply, type, 400);
      assert.equal(reply.json.code, 'content_type');
    }
  });

  const names: { readonly [rest: string]: string } = {
    'name="file"; filename="plain.txt"': 'plain.txt',
    'filename="first.txt"; name="file"': 'first.txt',
    'name=file; filename=token.txt': 'token.txt',
    'NAME="file"; FileName="case.txt"': 'case.txt',
    'name="other"; filename="../../etc/passwd"': '../../etc/passwd',
    'name="file"; filename="C:\\temp\\a.txt"': 'C:\\temp\\a.txt',
    'name="file"; filename="ends in \\"': 'ends in \\',
    'name="file"; filename="say \\"hi\\"; then.txt"': 'say "hi"; then.txt',
    'name="file"; filename="say %22hi%22.txt"': 'say "hi".txt',
    'name="file"; filename="say "hi" & go.txt"': 'say "hi" & go.txt',
    'name="file"; filename="100%.txt"': '100%.txt',
    'name="file"; filename="a;b=c.txt"; x="y"': 'a;b=c.txt',
    'name="file"; filename="old.txt"; filename*=UTF-8\'\'na%C3%AFve.txt': 'naïve.txt',
    'name="file"; filename="caf\xc3\xa9.txt"': 'café.txt',
  };
  test('file names are read as clients write them', async () => {
    const id = await newBucket();
    for (const [rest, name] of Object.entries(names)) {
      const reply = await upload(id, file(rest));
      assert.deepEqual([reply.status, reply.json.key], [201, name], `${rest}: ${reply.text}`);
    }
  });
});

function isShort(request: string): boolean {
  const promised = Number(/^Content-Length: (\d+)/m.exec(request)?.[1] ?? 0);
  return request.length - request.indexOf('\r\n\r\n') - 4 < promised;
}

/** The name in a recorded request; a browser writes a quote in it as %22 or leaves it. */
function meantName(recorded: Buffer): string | undefined {
  const found = /filename="(.*?)"(?:\r?$|; name)/m.exec(recorded.toString('utf8'));
  return found?.[1]?.replaceAll('%22', '"');
}

/** The file that a recorded request carries: where it is encoded, the one beside it. */
function meantBytes(name: string, recorded: Buffer): Buffer {
  const text = recorded.toString('latin1');
  if (/Content-Transfer-Encoding: base64/.test(text))
    return fixture(`multipart-fixtures/file/${path.basename(name, '.http')}`);
  const start = text.indexOf('\r\n\r\n', text.indexOf('filename=')) + 4;
  return recorded.subarray(start, text.indexOf('\r\n--', start));
}
