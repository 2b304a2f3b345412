import type { EntityView, LibraryRow, PresetView } from '../shared/contract.ts';
import type { EntityRef, LiveEntity } from '../shared/entities.ts';
import type { Failure, Result } from '../shared/failure.ts';
import { liveReading } from './library/readings.ts';
import type { EntityRecord } from './library/records.ts';
import { maskSecrets } from './service/masking.ts';
import { type LiveReading, readPreset, readVideo } from './service/reader.ts';

/** How reading an entity goes. */
export interface ReadingState {
  readonly trouble: { readonly failure: Failure; readonly at: number } | null;
  readonly nextReadAt: number | null;
}

interface Facts {
  readonly ref: EntityRef;
  readonly row: LibraryRow | undefined;
  readonly record: Result<EntityRecord | null>;
  /** The live entity whose answer the record of a preset comes from. */
  readonly heldBy: PresetView['heldBy'];
  readonly state: ReadingState | undefined;
  /** Why nothing can be asked right now. */
  readonly accessFailure: Failure | null;
  readonly now: number;
  readonly intervalMs: number;
}

/** What the page may see of an entity: all that was read, without its secrets. */
export function viewOf(facts: Facts): EntityView {
  const { ref, record, state, now, intervalMs } = facts;
  const failure = facts.accessFailure ?? (record.ok ? null : record.failure);
  const common = {
    id: ref.id,
    state: stateOf(facts),
    readAt: record.ok ? (record.value?.readAt ?? null) : null,
    tookMs: record.ok ? (record.value?.tookMs ?? null) : null,
    trouble: state?.trouble ?? (failure === null ? null : { failure, at: now }),
    nextReadAt: state?.nextReadAt ?? null,
    intervalMs,
  };
  const known = record.ok ? record.value : null;
  switch (ref.kind) {
    case 'live': {
      const read = known === null ? null : liveReading(known);
      return {
        ...common,
        kind: 'live',
        entity: read === null ? null : withoutKeyInAddress(read),
        remarks: read?.remarks ?? [],
      };
    }
    case 'video': {
      const read = known === null ? null : readVideo(JSON.parse(known.text));
      return {
        ...common,
        kind: 'video',
        entity: read?.entity ?? null,
        remarks: read?.remarks ?? [],
      };
    }
    case 'preset': {
      const read = known === null ? null : readPreset(JSON.parse(known.text));
      return {
        ...common,
        kind: 'preset',
        heldBy: facts.heldBy,
        entity: read?.entity ?? null,
        remarks: read?.remarks ?? [],
      };
    }
  }
}

/** A preset that was read with a live entity is known, though it was never answered itself. */
function stateOf({ row, heldBy }: Facts): EntityView['state'] {
  return heldBy !== null ? 'known' : (row?.state ?? 'never-read');
}

/** Some services put the stream key into the ingest address, too. */
function withoutKeyInAddress({ entity, secrets }: LiveReading): LiveEntity {
  const { ingest } = entity;
  if (ingest?.url === undefined || secrets.streamKey === undefined) return entity;
  return { ...entity, ingest: { ...ingest, url: maskSecrets(ingest.url, [secrets.streamKey]) } };
}
