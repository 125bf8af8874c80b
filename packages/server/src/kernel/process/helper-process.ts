/** The process of the built-in models, under the name that its callers know. */
import { type ChildOptions, createChild } from './child-process.ts';

export type HelperOptions = Omit<ChildOptions, 'kind'> & Pick<Required<ChildOptions>, 'log'>;

export const createHelper = <Request extends object, Reply extends object>(
  options: HelperOptions,
) => createChild<Request, Reply>({ kind: 'engine', ...options });
