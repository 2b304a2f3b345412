import { discardDraft, reviewDraft } from '../editing/discarding.ts';
import { copy } from '../live/copying.ts';
import type { Tally } from '../state/tally.svelte.ts';
import { shortened } from '../ui/text.ts';
import type { Asked } from './asked.ts';
import type { Deed } from './command.ts';

interface Shell {
  ask(asked: Asked): void;
  focusSearch(): void;
}

/** Does what a command says; what goes wrong is told in a notice. */
export async function perform(tally: Tally, deed: Deed, shell: Shell): Promise<void> {
  switch (deed.what) {
    case 'go':
      tally.navigation.goTo(deed.hash);
      return;
    case 'ask':
      shell.ask(deed.asked);
      return;
    case 'search':
      shell.focusSearch();
      return;
    case 'copy':
      return copy(tally, deed.copied, deed.name);
    case 'refresh': {
      const failure = await tally.opened.refresh();
      if (failure !== null) tally.notices.fail(failure);
      return;
    }
    case 'reveal': {
      const failure = await tally.revealed.reveal({ what: 'stream-key', id: deed.ref.id });
      if (failure !== null) tally.notices.fail(failure);
      return;
    }
    case 'hide':
      tally.revealed.hide();
      return;
    case 'pop-out':
      tally.preview.popOut?.();
      return;
    case 'preview-anyway':
      tally.preview.anyway?.();
      return;
    case 'review':
      reviewDraft(tally, deed.ref);
      return;
    case 'discard':
      return discardDraft(tally, deed.ref);
    case 'copy-draft': {
      const copied = await tally.bridge.call('draft.copy', deed.ref);
      if (copied.ok) tally.notices.say('The draft was copied as JSON, without its keys');
      else tally.notices.fail(copied.failure);
      return;
    }
    case 'remove':
      return tally.remove(deed.ref, shortened(deed.name, 60));
    case 'switch': {
      const activated = await tally.bridge.call('connection.activate', { id: deed.connection });
      if (!activated.ok) tally.notices.fail(activated.failure);
    }
  }
}
