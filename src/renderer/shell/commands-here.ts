import type { CallArgs, EntityView, LiveView } from '../../shared/contract.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { editHrefOf, hrefOf } from '../state/route.ts';
import type { Parts, Situation } from './command.ts';

function liveCommands({ id, entity }: LiveView, isMonitor: boolean, isKeyShown: boolean): Parts[] {
  const group = 'here';
  const ref = { kind: 'live', id } as const;
  const all: Parts[] = [
    { group, icon: 'refresh', title: 'Refresh', words: 'read again', deed: { what: 'refresh' } },
  ];
  const copy = (copied: CallArgs<'live.copy'>, title: string, name: string): void => {
    const words = 'clipboard url';
    all.push({ group, icon: 'copy', title, words, deed: { what: 'copy', copied, name } });
  };
  if (entity === null) return all;
  if (entity.ingest?.hasKey === true) {
    copy({ what: 'stream-key', id }, 'Copy stream key', 'stream key');
    if (isMonitor)
      all.push({
        group,
        icon: 'eye',
        title: isKeyShown ? 'Hide stream key' : 'Reveal stream key',
        words: 'show secret',
        deed: isKeyShown ? { what: 'hide' } : { what: 'reveal', ref },
      });
  }
  if (entity.ingest?.url)
    copy({ what: 'ingest-address', id }, 'Copy ingest address', 'ingest address');
  if (entity.playback?.hls) copy({ what: 'hls', id }, 'Copy HLS address', 'HLS address');
  if (entity.playback?.dash) copy({ what: 'dash', id }, 'Copy DASH address', 'DASH address');
  copy({ what: 'curl', id }, 'Copy as cURL', 'cURL command');
  return all;
}

function answerCommand({ kind, id, entity, trouble }: EntityView): Parts[] {
  const excerpt = trouble?.failure.kind === 'not-understood' ? trouble.failure.excerpt : undefined;
  if (entity === null && excerpt === undefined) return [];
  return [
    {
      group: 'here',
      icon: 'answer',
      title: 'Show the answer',
      words: 'json raw',
      deed: { what: 'ask', asked: { what: 'answer', of: { kind, id }, excerpt } },
    },
  ];
}

function draftCommands(ref: EntityRef): Parts[] {
  const group = 'here';
  return [
    {
      group,
      icon: 'review',
      title: 'Review changes',
      words: 'send queue save',
      letter: 'S',
      deed: { what: 'review', ref },
    },
    {
      group,
      icon: 'discard',
      title: 'Discard draft',
      words: 'undo',
      deed: { what: 'discard', ref },
    },
    {
      group,
      icon: 'copy',
      title: 'Copy draft as JSON',
      words: 'clipboard',
      deed: { what: 'copy-draft', ref },
    },
  ];
}

function previewCommands({ canPopOut, isBlocked }: Situation): Parts[] {
  const group = 'here';
  const all: Parts[] = [];
  if (canPopOut)
    all.push({
      group,
      icon: 'pop-out',
      title: 'Pop out',
      words: 'picture in picture window preview on top',
      deed: { what: 'pop-out' },
    });
  if (isBlocked)
    all.push({
      group,
      icon: 'preview',
      title: 'Preview anyway',
      words: 'cors blocked origin',
      deed: { what: 'preview-anyway' },
    });
  return all;
}

/** What can be done with the entity that is open. */
export function commandsHere(situation: Situation): Parts[] {
  const { route, view, name, hasDraft, isKeyShown } = situation;
  if (route.screen !== 'entity') return [];
  const { ref, editing } = route;
  const group = 'here';
  const open: Parts[] = [];
  if (ref.kind === 'live' && editing)
    open.push({
      group,
      icon: 'view',
      title: 'Show live entity',
      words: 'monitor preview picture',
      deed: { what: 'go', hash: hrefOf(ref) },
    });
  else if (ref.kind === 'live')
    open.push({
      group,
      icon: 'edit',
      title: 'Edit live entity',
      words: 'change form relays',
      deed: { what: 'go', hash: editHrefOf(ref) },
    });
  return [
    ...(hasDraft ? draftCommands(ref) : []),
    ...open,
    ...previewCommands(situation),
    ...(view?.kind === 'live' ? liveCommands(view, !editing, isKeyShown) : []),
    ...(view === null ? [] : answerCommand(view)),
    {
      group,
      icon: 'remove',
      title: 'Remove from library',
      deed: { what: 'remove', ref, name: name || ref.id },
    },
  ];
}
