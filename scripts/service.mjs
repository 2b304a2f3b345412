// The demo service by itself, for curl and for tests: npm run service -- [--port N]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoService } from '../src/main/demo/service.ts';

const USAGE = 'Usage: npm run service -- [--port N]';

function portOf(args) {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '0' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return null;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}"`);
  return port;
}

let port;
try {
  port = portOf(process.argv.slice(2));
} catch (error) {
  console.error(`${error.message}\n${USAGE}`);
  process.exit(2);
}
if (port === null) {
  console.log(USAGE);
  process.exit(0);
}

const mediaDir = resolve(import.meta.dirname, '../resources/demo');
const service = await DemoService.start({ mediaDir, port }).catch((error) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use; choose another, or leave --port out.`
      : error.message,
  );
  process.exit(1);
});
const { address, token, entities } = service;
const [first] = entities;

console.log(`address  ${address}`);
console.log(`token    ${token}`);
for (const { kind, id } of entities) console.log(`${kind.padEnd(8)} ${id}`);
console.log(`\ncurl -H 'Authorization: ${token}' ${address}/v1/live_entities/${first.id}`);
console.log(`ffplay ${address}/media/live/${first.id}/master.m3u8`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void service.stop());
