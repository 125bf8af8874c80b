/** An upload that says how far it is, which only XMLHttpRequest does. */
import { speak } from '../words/language.ts';
import { type CallOptions, noticeStatus, pathWith, problemOf } from './call.ts';
import { ApiProblem } from './problem.ts';
import { words } from './words.ts';

export function upload<Answer>(
  method: 'POST' | 'PUT',
  path: string,
  body: Blob | FormData,
  options: Omit<CallOptions, 'body'> & { readonly onProgress?: (share: number) => void },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, pathWith(path, options.query));
    call.setRequestHeader('Accept', 'application/json');
    call.setRequestHeader('X-Console', '1');
    for (const [name, value] of Object.entries(options.headers ?? {}))
      call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      options.onProgress?.(lengthComputable && total > 0 ? loaded / total : 0);
    call.onerror = () =>
      reject(new ApiProblem({ sentence: speak(words).offline, code: 'offline', status: 0 }));
    call.onabort = () => reject(options.signal?.reason ?? new DOMException('', 'AbortError'));
    call.onload = () => {
      if (call.status >= 200 && call.status < 300)
        return resolve(
          (call.responseText === '' ? undefined : JSON.parse(call.responseText)) as Answer,
        );
      noticeStatus(call.status, path);
      reject(
        problemOf(
          call.status,
          call.responseText,
          (name) => call.getResponseHeader(name),
          speak(words).strange,
        ),
      );
    };
    options.signal?.addEventListener('abort', () => call.abort());
    call.send(body);
  });
}
