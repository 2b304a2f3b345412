import type { LiveFields } from '../../../shared/edits.ts';
import type { LiveEntity } from '../../../shared/entities.ts';

/** Main shows the page no more relays than these. */
const mostShown = 1_000;

/** Whether the service's copy isn't the one that a draft was made from, as far as the page can tell. */
export function isOtherCopy(entity: LiveEntity, base: LiveFields): boolean {
  const { name, description, relay } = entity;
  if (isOther(name, base.name) || isOther(description, base.description)) return true;
  if (relay === undefined) return false;
  const isCut = relay.length === mostShown && base.relays.length > mostShown;
  return (
    (relay.length !== base.relays.length && !isCut) ||
    relay.some(
      (one, index) =>
        isOther(one.name, base.relays[index]?.name ?? '') ||
        isOther(one.url, base.relays[index]?.url ?? ''),
    )
  );
}

/** Main cuts very long texts for the page, and marks that with an ellipsis. */
const isOther = (told: string | undefined, text: string): boolean =>
  told !== undefined &&
  told !== text &&
  !(told.endsWith('…') && text.length >= told.length && text.startsWith(told.slice(0, -1)));
