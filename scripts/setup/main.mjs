import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { fetchElectron, hasElectron, wasElectronTried } from './electron.mjs';
import { withLock } from './lock.mjs';
import { arePackagesInstalled, installPackages } from './packages.mjs';
import { SetupError, endChildrenOnSignals, root, say } from './run.mjs';
import { canInstall, installSystemPackages, missingFromSystem, requireSystem } from './system.mjs';

const goals = ['start', 'test', 'electron'];

export async function main([goal, ...rest]) {
  if (!goals.includes(goal) || rest.length > 0) {
    console.error(`Usage: node scripts/setup.mjs ${goals.join('|')}`);
    process.exit(2);
  }
  endChildrenOnSignals();
  try {
    if (goal !== 'electron' && isDone(goal)) return;
    await withLock(join(root, '.cache', 'setup.lock'), () => setUp(goal));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const isDone = (goal) =>
  missingFromSystem(goal, hasElectron()).length === 0 &&
  arePackagesInstalled() &&
  (hasElectron() || wasElectronTried()) &&
  isBuilt();

async function setUp(goal) {
  // A browser is only asked for where Electron's binary can't be had, unless it's easy to get.
  const mayDoWithout = goal !== 'test' && (hasElectron() || !wasElectronTried());
  const missing = missingFromSystem(goal, mayDoWithout && !canInstall());
  if (missing.length > 0) await installSystemPackages(missing);

  if (!arePackagesInstalled()) await installPackages();
  if (!hasElectron() && (goal === 'electron' || !wasElectronTried())) await fetchElectron(goal);
  requireSystem(goal, hasElectron());
  if (!isBuilt()) await build();
  if (goal !== 'electron') return;
  if (hasElectron()) say('Electron’s binary is there.');
  else process.exitCode = 1;
}
