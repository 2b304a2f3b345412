import type { CallName } from '../shared/contract.ts';
import type { EditsView } from '../shared/edit-views.ts';
import { type Result, fail, ok } from '../shared/failure.ts';
import type { Application } from './application.ts';
import type { Editing } from './editing/editing.ts';
import type { Handler } from './handlers.ts';

type EditCall = Extract<
  CallName,
  `${'draft' | 'review' | 'outbox' | 'history' | 'settings'}.${string}` | 'edits.state'
>;

const nothing: EditsView = {
  connectionId: null,
  drafts: [],
  outbox: { entries: [], stopped: null, until: null, waitForClick: false },
};

/** The handlers of what edits, each in the session of the active connection. */
export function editHandlersOf(app: Application): { readonly [N in EditCall]: Handler<N> } {
  const editing = <T>(act: (editing: Editing) => T): T | Result<never> =>
    app.session === null ? fail({ kind: 'no-connection' }) : act(app.session.editing);
  return {
    'edits.state': () => ok(app.session?.editing.view ?? nothing),
    'draft.open': (ref) => editing(({ drafts }) => drafts.open(ref)),
    'draft.keep': (content) => editing(({ drafts }) => drafts.keep(content)),
    'draft.discard': (ref) => editing(({ drafts }) => drafts.discard(ref)),
    'draft.restore': (ref) => editing(({ drafts }) => drafts.restore(ref)),
    'draft.copy': (ref) =>
      editing(async (edits) => {
        const text = edits.draftAsJson(ref);
        if (!text.ok) return text;
        await app.clipboard.copy(text.value);
        return ok(undefined);
      }),

    'review.start': (of) => editing(({ reviews }) => reviews.start(of)),
    'review.choose': ({ review, choices }) =>
      editing(({ reviews }) => reviews.choose(review, choices)),
    'review.send': ({ review, how }) => editing(({ reviews }) => reviews.send(review, how)),

    'outbox.send-now': ({ entry }) => editing(({ acts }) => acts.sendNow(entry)),
    'outbox.discard': ({ entry }) => editing(({ acts }) => acts.discard(entry)),
    'outbox.restore': ({ entry }) => editing(({ acts }) => acts.restore(entry)),
    'outbox.mark-as-saved': ({ entry }) => editing(({ acts }) => acts.markAsSaved(entry)),
    'outbox.take-back': ({ entry }) => editing(({ acts }) => acts.takeBack(entry)),

    'history.list': ({ before, limit }) => editing((edits) => ok(edits.history(before, limit))),
    'history.export': ({ format }) =>
      editing(async (edits) => {
        const day = new Date().toISOString().slice(0, 10);
        const name = `tally-history-${day}.${format}`;
        const path = await app.host.saveFile(name, edits.exportHistory(format));
        return ok(path === null ? null : { path });
      }),

    'settings.get': () => ok(app.settings),
    'settings.set': (settings) => {
      app.settings = settings;
      return ok(undefined);
    },
  };
}
