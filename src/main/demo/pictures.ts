const pictures: Readonly<Record<string, { readonly title: string; readonly hue: number }>> = {
  opening_titles: { title: 'Opening titles', hue: 215 },
  match_recap: { title: 'Match recap', hue: 150 },
};

/** The SVG of a file such as `match_recap-poster.svg`; undefined when there is none. */
export function pictureOf(file: string): string | undefined {
  const [, name = '', use] = /^(\w+)-(poster|thumbnail)\.svg$/.exec(file) ?? [];
  const picture = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (picture === undefined) return undefined;
  const [width, height] = use === 'poster' ? [1280, 720] : [320, 180];
  const { title, hue } = picture;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 180">
  <defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 26%)"/><stop offset="1" stop-color="hsl(${hue + 60} 40% 12%)"/></linearGradient></defs>
  <rect width="320" height="180" fill="url(#sky)"/>
  <path d="M146 66v32l28-16z" fill="#fff" fill-opacity=".85"/>
  <text x="160" y="134" fill="#fff" font-family="sans-serif" font-size="18" text-anchor="middle">${title}</text>
</svg>
`;
}
