import { createContext, tick } from 'svelte';
import type {
  ConnectionsView,
  NetworkView,
  PushMessage,
  StorageView,
} from '../../shared/contract.ts';
import type { EditsView } from '../../shared/edit-views.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import { Reviewing } from '../editing/reviewing.svelte.ts';
import type { PreviewDeeds } from '../live/preview-deeds.ts';
import type { Asked } from '../shell/asked.ts';
import { RecoveredAlarms } from './alarms.svelte.ts';
import { Edits } from './edits.svelte.ts';
import { SentChanges } from './history.svelte.ts';
import { Intent } from './intent.ts';
import { Library } from './library.svelte.ts';
import { Navigation } from './navigation.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Opened } from './opened.svelte.ts';
import { Revealed } from './revealed.svelte.ts';
import { sameRef } from './route.ts';
import { Seen } from './seen.ts';
import { Streams } from './streams.svelte.ts';
import { Watching } from './watching.svelte.ts';
import { Whereabouts } from './whereabouts.ts';

/** From the first choice to the last; a narrow window hides all but what opens the library. */
const libraryControls = [
  'nav[aria-label="Library"] li a[tabindex="0"]',
  'nav[aria-label="Library"] input[type="search"]',
  'button[aria-label="Open the library"]',
];

/** Moves a focus that was lost with what had it. */
function focusLibrary(): void {
  for (const selector of libraryControls) {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(selector)?.focus();
  }
}

/** Everything the page knows; made once, found by components with `getTally`. */
export class Tally {
  readonly bridge: Bridge;
  readonly notices = new Notices();
  readonly navigation = new Navigation();
  readonly library = new Library();
  readonly edits = new Edits();
  readonly streams = new Streams();
  readonly watching: Watching;
  readonly recovered: RecoveredAlarms;
  readonly seen: Seen;
  readonly reviewing: Reviewing;
  readonly history: SentChanges;
  readonly intent: Intent;
  readonly opened: Opened;
  readonly revealed: Revealed;
  readonly whereabouts: Whereabouts;
  /** What can be done with the preview that is on the page. */
  preview = $state.raw<PreviewDeeds>({ popOut: null, anyway: null });
  /** The dialog or menu that is open, but for the review. */
  asked = $state.raw<Asked | null>(null);
  ready = $state(false);
  version = $state('');
  failure = $state.raw<Failure | null>(null);
  connections = $state.raw<ConnectionsView>({ all: [], activeId: null });
  network = $state.raw<NetworkView>({ offline: false, since: 0, reason: null });
  storage = $state.raw<StorageView>({ writable: true, folder: '' });
  readonly active = $derived(
    this.connections.all.find(({ id }) => id === this.connections.activeId) ?? null,
  );

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.history = new SentChanges(bridge);
    this.opened = new Opened(bridge);
    this.revealed = new Revealed(bridge);
    this.reviewing = new Reviewing(bridge, this.notices);
    this.whereabouts = new Whereabouts(bridge);
    this.watching = new Watching(bridge);
    this.recovered = new RecoveredAlarms(bridge);
    this.seen = new Seen(bridge);
    this.intent = new Intent(bridge, (id) => this.#canBeOpened(id));
  }

  async start(): Promise<void> {
    this.bridge.listen((message) => {
      this.#receive(message);
    });
    const state = await this.bridge.call('app.state', {});
    if (!state.ok) {
      this.failure = state.failure;
      return;
    }
    const { version, connections, network, storage, show, place } = state.value;
    this.version = version;
    this.connections = connections;
    this.network = network;
    this.storage = storage;
    // Main gives no place when the command line asked for an entity.
    if (place !== null) {
      this.whereabouts.restore(place);
      this.navigation.goTo(place.hash);
    } else if (show !== null) this.navigation.show(show);
    await this.#loadLibrary();
    this.ready = true;
    this.whereabouts.watch();
  }

  /** Asks for another token of the active connection. */
  replaceToken(): void {
    if (this.active === null) return;
    const { id, secret } = this.active;
    this.asked = { what: 'token', id, keep: secret === 'memory' ? 'memory' : 'keychain' };
  }

  async remove(ref: EntityRef, name: string): Promise<void> {
    const removed = await this.bridge.call('library.remove', { kind: ref.kind, id: ref.id });
    if (!removed.ok) {
      this.notices.fail(removed.failure);
      return;
    }
    this.library.forget(ref);
    const open = this.navigation.ref;
    if (open?.kind === ref.kind && open.id === ref.id) this.navigation.home();
    this.notices.say(`“${name}” was removed from the library`, {
      label: 'Undo',
      // Opening an entity puts it back, by its exact identifier.
      run: () => {
        this.navigation.show(ref);
      },
    });
    await tick();
    focusLibrary();
  }

  /** On air, and not on the screen already. */
  #canBeOpened(id: string): boolean {
    const { route, ref } = this.navigation;
    const isOpen =
      route.screen === 'entity' && !route.editing && sameRef(ref, { kind: 'live', id });
    return !isOpen && this.streams.of(id)?.onAir === true;
  }

  #receive(message: PushMessage): void {
    switch (message.name) {
      case 'connections':
        this.#takeConnections(message.value);
        break;
      case 'library':
        this.library.change(message.value);
        break;
      case 'edits':
        this.#takeEdits(message.value);
        break;
      case 'history':
        if (message.value.connectionId === this.connections.activeId)
          this.history.take(message.value.row);
        break;
      case 'entity':
        this.opened.take(message.value);
        break;
      case 'streams':
        this.streams.change(message.value);
        break;
      case 'health':
        if (message.value.connectionId === this.connections.activeId)
          this.watching.takeHealth(message.value);
        break;
      case 'alarms':
        if (message.value.connectionId === this.connections.activeId)
          this.watching.alarms = message.value;
        break;
      case 'ring':
        this.watching.ring(message.value);
        break;
      case 'recovered':
        if (message.value.connectionId === this.connections.activeId)
          this.recovered.take(message.value.alarm);
        break;
      case 'network':
        this.network = message.value;
        break;
      case 'storage':
        this.storage = message.value;
        break;
      case 'notice':
        this.notices.say(message.value.text);
        break;
      case 'show':
        this.navigation.show({ kind: message.value.kind, id: message.value.id });
        break;
    }
  }

  #takeConnections(after: ConnectionsView): void {
    const before = this.connections;
    const secretBefore = this.active?.secret;
    this.connections = after;
    if (before.activeId !== after.activeId) {
      this.revealed.hide();
      this.reviewing.close();
      this.notices.dismissActions();
      this.library.clear();
      this.edits.clear();
      this.streams.clear();
      this.watching.clear();
      this.intent.release();
      this.recovered.clear();
      this.history.clear();
      this.opened.forget();
      this.navigation.switchConnection(before.activeId, after.activeId);
    } else if (this.active?.secret === secretBefore) return;
    void this.#loadLibrary();
  }

  #takeEdits(view: EditsView): void {
    if (view.connectionId === this.connections.activeId) this.edits.take(view);
  }

  async #loadLibrary(): Promise<void> {
    const [list, edits, streams] = await Promise.all([
      this.bridge.call('library.list', {}),
      this.bridge.call('edits.state', {}),
      this.bridge.call('streams.list', {}),
      this.watching.load(),
    ]);
    if (streams.ok && streams.value.connectionId === this.connections.activeId)
      this.streams.take(streams.value);
    if (edits.ok) this.#takeEdits(edits.value);
    if (!list.ok) this.notices.fail(list.failure);
    else if (list.value.connectionId === this.connections.activeId) this.library.take(list.value);
  }
}

export const [getTally, setTally] = createContext<Tally>();
