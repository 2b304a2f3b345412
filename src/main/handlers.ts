import {
  type CallArgs,
  type CallName,
  type CallValue,
  calls,
  type EntityView,
} from '../shared/contract.ts';
import { type Result, fail, ok } from '../shared/failure.ts';
import type { Application } from './application.ts';
import { editHandlersOf } from './edit-handlers.ts';
import { watchHandlersOf } from './watch-handlers.ts';
import type { Session } from './session.ts';

export type Handler<N extends CallName> = (
  args: CallArgs<N>,
) => Result<CallValue<N>> | Promise<Result<CallValue<N>>>;

/** From a contract's name to the method that answers; parses arguments, catches, logs. */
export class Handlers {
  readonly #application: Application;
  readonly #handlers: { readonly [N in CallName]: Handler<N> };

  constructor(application: Application) {
    this.#application = application;
    this.#handlers = handlersOf(application);
  }

  async call(name: unknown, args: unknown): Promise<Result<unknown>> {
    if (!isCallName(name)) return fail({ kind: 'unexpected', message: 'There is no such call.' });
    const parsed = calls[name].args.safeParse(args);
    if (!parsed.success) return fail({ kind: 'invalid', message: problemOf(parsed.error.issues) });
    try {
      return await (this.#handlers[name] as Handler<CallName>)(parsed.data);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#application.log.write('error', 'handlers', `${name} failed: ${message}`, {
        stack: error instanceof Error ? error.stack : undefined,
      });
      return fail({ kind: 'unexpected', message: this.#application.redact(message) });
    }
  }
}

const isCallName = (name: unknown): name is CallName =>
  typeof name === 'string' && Object.hasOwn(calls, name);

const problemOf = (issues: readonly { path: PropertyKey[]; message: string }[]): string =>
  issues
    .map(({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`)
    .join('; ');

function handlersOf(app: Application): { readonly [N in CallName]: Handler<N> } {
  const inSession = <T>(act: (session: Session) => T): T | Result<never> =>
    app.session === null ? fail({ kind: 'no-connection' }) : act(app.session);
  return {
    'app.state': () => ok(app.state),
    'app.network': ({ online }) => {
      app.setSystemOnline(online);
      return ok(undefined);
    },
    'app.open-link': async ({ url }) => {
      if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
        return fail({
          kind: 'invalid',
          message: 'Only https addresses are opened in the browser.',
        });
      await app.host.openLink(url);
      return ok(undefined);
    },

    'app.place': (place) => {
      app.setPlace(place);
      return ok(undefined);
    },

    'connection.add': async ({ name, address, token, keep }) => {
      const added = await app.connections.add(name, address, token, keep);
      if (added.ok) app.activate(added.value.id);
      return added;
    },
    'connection.try-demo': () => app.tryDemo(),
    'connection.activate': ({ id }) => app.activate(id),
    'connection.rename': ({ id, name }) => {
      app.connections.rename(id, name);
      return ok(undefined);
    },
    'connection.replace-token': ({ id, token, keep }) => app.replaceToken(id, token, keep),
    'connection.retry': ({ id }) => app.retry(id),
    'connection.remove': ({ id }) => app.removeConnection(id),

    'library.list': () => ok(app.session?.list() ?? { connectionId: null, rows: [] }),
    'library.add': ({ kind, text }) => inSession((session) => ok(session.add(kind, text))),
    'library.remove': (ref) =>
      inSession((session) => {
        session.library.remove(ref);
        return ok(undefined);
      }),

    'entity.open': ({ ref }) => {
      app.open(ref);
      return inSession((session) => ok<EntityView | null>(session.open(ref)));
    },
    'live.refresh': ({ id }) => inSession((session) => session.refresh(id)),
    'entity.answer': (ref) => inSession((session) => session.known.answer(ref)),
    'live.copy': (which) => inSession((session) => session.known.copy(which)),
    'live.reveal': (which) => inSession((session) => session.known.reveal(which)),
    ...editHandlersOf(app),
    ...watchHandlersOf(app),
  };
}
