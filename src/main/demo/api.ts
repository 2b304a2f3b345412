import { type Answer, refusal } from './answer.ts';
import { objectOf } from './edits.ts';
import type { Entities } from './entities.ts';
import type { Operation } from './faults.ts';

/** Which operation a request calls, on what; or the answer when it calls none. */
export type Route =
  { readonly operation: Operation; readonly id: string } | { readonly refused: Answer };

const routes: readonly (readonly [method: string, path: RegExp, Operation])[] = [
  ['GET', /^\/v1\/live_entities\/([^/]*)$/, 'retrieve-live'],
  ['PUT', /^\/v1\/live_entities\/([^/]*)$/, 'update-live'],
  ['PUT', /^\/v1\/video_entities\/([^/]*)$/, 'update-video'],
  ['POST', /^\/v1\/video_presets\/([^/]*):remove_profiles$/, 'remove-profiles'],
];

/** Section 4 of the service interface; `target` is the request's, path and query. */
export function routeOf(method: string, target: string): Route {
  const path = target.replace(/[?#].*$/s, '');
  for (const [routeMethod, pattern, operation] of routes) {
    const segment = routeMethod === method ? pattern.exec(path)?.[1] : undefined;
    if (segment === undefined) continue;
    const id = decoded(segment);
    if (id === null) return { refused: refusal(400, 'The id in the path is not well encoded.') };
    if (id === '') return { refused: refusal(400, 'The request lacks the id parameter.') };
    return { operation, id };
  }
  return { refused: refusal(404, `The service has no operation ${method} ${path}.`) };
}

/** Whether an Authorization header is the raw token (section 5), nothing in front of it. */
export const unauthorised = (authorization: string | undefined, token: string): Answer | null =>
  authorization === token ? null : refusal(401, 'The API token is missing or not valid.');

/** Does an operation; `now` in milliseconds since 1970. */
export function perform(
  { operation, id }: { readonly operation: Operation; readonly id: string },
  body: string,
  entities: Entities,
  now: number,
): Answer {
  if (operation === 'retrieve-live') return entities.retrieveLive(id);
  const fields = objectOf(body);
  if ('refused' in fields) return refusal(400, fields.refused);
  switch (operation) {
    case 'update-live':
      return entities.updateLive(id, fields.value, now);
    case 'update-video':
      return entities.updateVideo(id, fields.value, now);
    case 'remove-profiles':
      return entities.removeProfiles(id, fields.value, now);
  }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
