import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { storage } from './requests.ts';

/** An upload that is sent step by step. */
export function startUpload(server: { readonly url: string }, key: string, bucket: string) {
  const sending = request(`${server.url}${storage}/${bucket}?key=slow`, {
    method: 'POST',
    // A client that would like to keep its connection.
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const answered = once(sending, 'response').then(async ([response]) => {
    const { statusCode, headers } = response as IncomingMessage;
    (response as IncomingMessage).resume();
    return { status: statusCode, headers };
  });
  answered.catch(() => {});
  sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="slow"\r\n\r\n');
  return {
    /** Resolves when the bytes have been handed to the system. */
    send: (bytes: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        sending.write(bytes, (error) => (error == null ? resolve() : reject(error)));
      }),
    finish: () => sending.end('\r\n--b--\r\n'),
    answered,
  };
}
