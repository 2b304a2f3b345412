import type { WaitingChange } from '../../shared/edit-views.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import type { Reviewing } from '../editing/reviewing.svelte.ts';
import type { Navigation } from '../state/navigation.svelte.ts';
import type { Notices } from '../state/notices.svelte.ts';
import { shortened } from '../ui/text.ts';
import type { Act } from './standing.ts';

/** What of the page it takes to act on a waiting change. */
interface Page {
  readonly bridge: Bridge;
  readonly notices: Pick<Notices, 'say' | 'fail'>;
  readonly navigation: Pick<Navigation, 'edit'>;
  readonly reviewing: Pick<Reviewing, 'open'>;
}

/** What of a waiting change it takes to act on it. */
type Acted = Pick<WaitingChange, 'entry' | 'ref' | 'name'>;

export const titleOf = ({ name, ref }: Acted): string => name.trim() || ref.id;

/** Does what the producer chose; what fails is told. Gives whether it was done. */
export async function actOn(page: Page, change: Acted, act: Act): Promise<boolean> {
  const failure = await perform(page, change, act);
  if (failure !== null) page.notices.fail(failure);
  return failure === null;
}

async function perform(
  { bridge, notices, navigation, reviewing }: Page,
  change: Acted,
  act: Act,
): Promise<Failure | null> {
  const { entry, ref } = change;
  switch (act) {
    case 'send-now':
    case 'send-again':
      return failureOf(await bridge.call('outbox.send-now', { entry }));
    case 'review':
      reviewing.open({ of: 'entry', entry });
      return null;
    case 'mark-as-saved':
      return failureOf(await bridge.call('outbox.mark-as-saved', { entry }));
    case 'edit-again': {
      const taken = await bridge.call('outbox.take-back', { entry });
      if (taken.ok) navigation.edit(ref);
      return failureOf(taken);
    }
    case 'discard': {
      const discarded = await bridge.call('outbox.discard', { entry });
      if (!discarded.ok) return discarded.failure;
      notices.say(`Discarded: “${shortened(titleOf(change), 60)}”`, {
        label: 'Undo',
        run: () => {
          void bridge.call('outbox.restore', { entry }).then((restored) => {
            if (!restored.ok) notices.fail(restored.failure);
          });
        },
      });
      return null;
    }
  }
}

const failureOf = (result: Result<unknown>): Failure | null => (result.ok ? null : result.failure);
