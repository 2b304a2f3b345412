import type { MenuItemConstructorOptions } from 'electron';

interface About {
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** While it is developed, the page can be loaded again and looked into. */
  readonly developing: boolean;
}

/** The application's menu; roles bring each platform's own words and shortcuts. */
export function menuOf({ version, platform, developing }: About): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const forDevelopers: MenuItemConstructorOptions[] = developing
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : [];
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: '&File', submenu: [{ role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...forDevelopers,
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: `Tally ${version}`, enabled: false }] },
  ];
}
