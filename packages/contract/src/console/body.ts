import { z } from 'zod';

/** A JSON object as a body; unknown fields are ignored. */
export function bodyOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: 'The body must be a JSON object.' });
}
