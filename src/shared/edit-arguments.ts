import { z } from 'zod';

/* The arguments of the calls that edit, as schemas; contract.ts names the calls. */

export const kind = z.enum(['live', 'video', 'preset']);
export const identifier = z.string().min(1).max(5_000);
export const ref = z.strictObject({ kind, id: identifier });

const text = z.string().max(4_000_000);
const row = z.string().min(1).max(100);
const keyField = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unchanged') }),
  z.strictObject({ kind: z.literal('typed'), key: z.string().max(100_000) }),
  z.strictObject({ kind: z.literal('held') }),
]);
/** Which `DraftView` a form was made from: its rows mean something in that one only. */
const baseId = z.uuid();
/** A draft as the page sends it: whole, each time. */
export const draftContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('live'),
    id: identifier,
    baseId,
    fields: z.strictObject({
      name: text,
      description: text,
      relays: z
        .array(
          z.strictObject({ row, origin: row.nullable(), name: text, url: text, key: keyField }),
        )
        .max(5_000),
    }),
  }),
  z.strictObject({
    kind: z.literal('video'),
    id: identifier,
    baseId,
    fields: z.strictObject({
      name: text.nullable(),
      description: text.nullable(),
      shortDescription: text.nullable(),
      poster: text.nullable(),
      thumbnail: text.nullable(),
    }),
  }),
  z.strictObject({
    kind: z.literal('preset'),
    id: identifier,
    baseId,
    fields: z.strictObject({ profileIds: z.array(z.string().max(5_000)).max(5_000) }),
  }),
]);

/** What a review is of: a draft, a change that waits in the outbox, or the way back from one sent. */
export const reviewed = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('draft'), ref }),
  z.strictObject({ of: z.literal('entry'), entry: z.uuid() }),
  z.strictObject({ of: z.literal('revert'), row: z.uuid() }),
]);
export const entryId = z.strictObject({ entry: z.uuid() });
export const editSettings = z.strictObject({
  waitForClick: z.boolean(),
  historyDays: z.int().min(1).max(3_650),
});
/** By the field of a conflict. */
export const choices = z.record(z.string().max(300), z.enum(['theirs', 'mine']));
export const place = z.strictObject({
  hash: z.string().max(20_000),
  caret: z
    .strictObject({ field: z.string().max(300), start: z.int().min(0), end: z.int().min(0) })
    .nullable(),
});

export type DraftContent = z.infer<typeof draftContent>;
export type Reviewed = z.infer<typeof reviewed>;
/** `historyDays`: how long sent changes are kept. */
export type EditSettings = z.infer<typeof editSettings>;
/** The location's hash, and where the caret is: the `data-field` of its input. */
export type Place = z.infer<typeof place>;
