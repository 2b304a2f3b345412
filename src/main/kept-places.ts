import { type Place, place, ref } from '../shared/edit-arguments.ts';
import type { EntityRef } from '../shared/entities.ts';
import type { Settings } from './library/settings.ts';

interface OfConnection {
  readonly id: string;
  readonly demo: boolean;
}

/** Where a producer was in each connection; nothing is kept of the demo. */
export class KeptPlaces {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The entity that was open last. */
  opened(connection: OfConnection): EntityRef | null {
    const stored = ref.safeParse(this.#get('open', connection));
    return stored.success ? stored.data : null;
  }

  keepOpened(connection: OfConnection | null, opened: EntityRef | null): void {
    this.#set('open', connection, opened);
  }

  /** The screen and the caret. */
  place(connection: OfConnection): Place | null {
    const stored = place.safeParse(this.#get('place', connection));
    return stored.success ? stored.data : null;
  }

  keepPlace(connection: OfConnection | null, kept: Place): void {
    this.#set('place', connection, kept);
  }

  #get(what: 'open' | 'place', { id, demo }: OfConnection): unknown {
    return demo ? null : this.#settings.get(`${what}/${id}`);
  }

  #set(what: 'open' | 'place', connection: OfConnection | null, value: unknown): void {
    if (connection !== null && !connection.demo)
      this.#settings.set(`${what}/${connection.id}`, value);
  }
}
