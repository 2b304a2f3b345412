// Sets up what is missing, and says so: node scripts/setup.mjs start|test|electron
// Without dependencies, and readable to old Nodes up to the check of the version.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tally needs Node 20.19 or newer to set itself up; this is ${process.version}.`);
  process.exit(1);
}
import('./setup/main.mjs').then(({ main }) => main(process.argv.slice(2)));
