/** The words and examples of an API: what a reader of its OpenAPI document sees besides routes and schemas. */
export interface Reference {
  /** What the API is for, and who may call it. */
  readonly about: string;
  readonly sections: readonly Section[];
}

/** Operations that belong together: a tag of the document. */
export interface Section {
  readonly tag: string;
  readonly about: string;
  /** What is in its paths, by the name of the parameter. */
  readonly path: { readonly [name: string]: PathParameter };
  /** By the `name` of the route. */
  readonly operations: { readonly [name: string]: OperationReference };
}

interface PathParameter {
  readonly about: string;
  readonly example: string;
}

export interface OperationReference {
  /** One to three sentences. */
  readonly about: string;
  /** Examples of query parameters. */
  readonly query?: { readonly [name: string]: unknown };
  /** Examples of the body, by its content type; `json` stands for application/json. */
  readonly body?: { readonly [type: string]: unknown };
  /** Examples of successes, by status: a JSON value, or the text of a stream. */
  readonly answers: { readonly [status: number]: unknown };
}
