import { resolve } from 'node:path';
import { benchBundle } from './bundle.ts';
import { benchCall } from './call.ts';
import { benchDvr } from './dvr.ts';
import { benchEditing } from './editing.ts';
import { benchFirstFrame } from './first-frame.ts';
import { type Outcome, lineOf } from './pairs.ts';
import { benchPreview } from './preview.ts';
import { benchProbing } from './probing.ts';
import { benchStalled } from './stalled.ts';
import { benchSearch } from './search.ts';
import { benchStartup } from './startup.ts';
import { benchWall, benchWallMemory } from './wall.ts';

const root = resolve(import.meta.dirname, '..');

const benches: Record<string, (root: string) => Promise<Outcome | Outcome[]>> = {
  bundle: benchBundle,
  call: benchCall,
  startup: benchStartup,
  preview: benchPreview,
  editing: benchEditing,
  search: benchSearch,
  probing: benchProbing,
  dvr: benchDvr,
  stalled: benchStalled,
  wall: benchWall,
  'wall-memory': benchWallMemory,
  'first-frame': benchFirstFrame,
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
