import type { ConnectionView } from '../../shared/contract.ts';
import type { Standing } from '../live/status.ts';

const hostOf = (address: string): string => address.replace(/^https?:\/\//, '');

/** How a connection stands: its address and whether it is saved, unless there is trouble. */
export function connectionStanding(connection: ConnectionView): Standing {
  if (connection.secret === 'trouble') return { tone: 'warn', word: 'keychain trouble' };
  if (connection.authorised === 'no') return { tone: 'bad', word: 'token refused' };
  if (connection.secret === 'asking') return { tone: 'pending', word: 'asking the keychain' };
  const tone = connection.authorised === 'yes' ? 'ok' : 'idle';
  if (connection.demo) return { tone, word: 'on this computer' };
  const host = hostOf(connection.address);
  return { tone, word: connection.secret === 'memory' ? `not saved, ${host}` : host };
}
