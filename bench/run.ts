import { resolve } from 'node:path';
import { benchBundle } from './bundle.ts';
import { benchCall } from './call.ts';
import { benchEditing } from './editing.ts';
import { type Outcome, lineOf } from './pairs.ts';
import { benchPreview } from './preview.ts';
import { benchStartup } from './startup.ts';

const root = resolve(import.meta.dirname, '..');

const benches: Record<string, (root: string) => Promise<Outcome | Outcome[]>> = {
  bundle: benchBundle,
  call: benchCall,
  startup: benchStartup,
  preview: benchPreview,
  editing: benchEditing,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. Usage: npm run bench -- [${Object.keys(benches).join('|')}]`,
  );
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const outcome of [await bench(root)].flat()) console.log(lineOf(outcome).line);
}
process.exit(0);
