import {
  alarmsHref,
  connectHref,
  historyHref,
  outboxHref,
  settingsHref,
  wallHref,
} from '../state/route.ts';
import type { Command, Parts, Situation } from './command.ts';
import { commandsHere } from './commands-here.ts';
import { connectionStanding } from './connection-standing.ts';

const command = ({ words = '', id = '', ...parts }: Parts): Command => ({
  ...parts,
  key: `${parts.group}/${parts.title}/${id}`,
  text: `${parts.title}\n${words}`.toLowerCase(),
});

function outboxNote({ waiting, asking }: Situation): string {
  if (asking > 0) return `${asking.toLocaleString()} ${asking === 1 ? 'asks' : 'ask'} you`;
  return `${waiting.toLocaleString()} waiting`;
}

function noteOf(screen: string, situation: Situation): string | undefined {
  const { alarms, waiting } = situation;
  if (screen === 'alarms' && alarms > 0) return `${alarms.toLocaleString()} raised`;
  return screen === 'outbox' && waiting > 0 ? outboxNote(situation) : undefined;
}

function places(situation: Situation): Parts[] {
  const group = 'places';
  const { route } = situation;
  const screens = [
    {
      screen: 'wall',
      icon: 'wall',
      title: 'Wall',
      words: 'tiles monitor all streams',
      hash: wallHref,
    },
    {
      screen: 'alarms',
      icon: 'alarms',
      title: 'Alarms',
      words: 'raised acknowledge mute',
      hash: alarmsHref,
    },
    { screen: 'outbox', icon: 'outbox', title: 'Outbox', words: 'waiting queue', hash: outboxHref },
    {
      screen: 'history',
      icon: 'history',
      title: 'History',
      words: 'sent revert',
      hash: historyHref,
    },
    {
      screen: 'settings',
      icon: 'settings',
      title: 'Settings',
      words: 'preferences',
      hash: settingsHref,
    },
  ] as const;
  return [
    ...screens
      .filter(({ screen }) => screen !== route.screen)
      .map(({ screen, icon, title, words, hash }): Parts => {
        const note = noteOf(screen, situation);
        const deed = { what: 'go', hash } as const;
        return { group, icon, title, words, ...(note !== undefined && { note }), deed };
      }),
    {
      group,
      icon: 'add',
      title: 'Add to library',
      words: 'new live entity video preset identifier',
      deed: { what: 'ask', asked: { what: 'add', kind: 'live' } },
    },
    {
      group,
      icon: 'search',
      title: 'Search library',
      words: 'find filter',
      letter: 'F',
      deed: { what: 'search' },
    },
    {
      group,
      icon: 'connection',
      title: 'Connections',
      words: 'rename remove service',
      deed: { what: 'ask', asked: { what: 'connections' } },
    },
  ];
}

function connectionCommands({ connections, active }: Situation): Parts[] {
  const group = 'connections';
  const others = connections.filter(({ id }) => id !== active?.id);
  const token: Parts[] =
    active === null || active.demo
      ? []
      : [
          {
            group,
            icon: 'token',
            title: 'Replace token',
            words: 'api key',
            deed: {
              what: 'ask',
              asked: {
                what: 'token',
                id: active.id,
                keep: active.secret === 'memory' ? 'memory' : 'keychain',
              },
            },
          },
        ];
  return [
    ...others.map((connection): Parts => ({
      group,
      icon: 'connection',
      title: `Switch to ${connection.name}`,
      words: connection.address,
      id: connection.id,
      note: connectionStanding(connection).word,
      deed: { what: 'switch', connection: connection.id },
    })),
    ...token,
    {
      group,
      icon: 'add',
      title: 'Add a connection',
      words: 'connect new service demo',
      deed: { what: 'go', hash: connectHref },
    },
  ];
}

/** Everything that can be done now, but for opening the library's entities. */
export const commandsIn = (situation: Situation): readonly Command[] =>
  [...commandsHere(situation), ...places(situation), ...connectionCommands(situation)].map(command);
