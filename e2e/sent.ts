import type { DemoService } from '../src/main/demo/service.ts';

/** The bodies of the updates of live entities that reached the service, oldest first. */
export const updatesAt = (service: DemoService, id?: string): unknown[] =>
  service.requests
    .filter(({ method, path }) => method === 'PUT' && (id === undefined || path.endsWith(`/${id}`)))
    .map(({ body }) => JSON.parse(body) as unknown);

/** Every request that changes something, with its decoded path, oldest first. */
export const changesAt = (service: DemoService): { path: string; body: unknown }[] =>
  service.requests
    .filter(({ method }) => method === 'PUT' || method === 'POST')
    .map(({ path, body }) => ({
      path: decodeURIComponent(path),
      body: JSON.parse(body) as unknown,
    }));
