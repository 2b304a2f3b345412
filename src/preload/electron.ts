import { contextBridge, ipcRenderer } from 'electron';
import type { PushMessage } from '../shared/contract.ts';
import { callChannel, pushChannel } from '../shared/transport.ts';
import { buildBridge } from './bridge.ts';

contextBridge.exposeInMainWorld(
  'tally',
  buildBridge({
    call: (name, args) => ipcRenderer.invoke(callChannel, name, args) as Promise<unknown>,
    listen: (listener) => {
      ipcRenderer.on(pushChannel, (_event, message: PushMessage) => {
        listener(message);
      });
    },
  }),
);
