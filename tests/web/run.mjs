// node run.mjs TEST PROGRAM ROOT: runs one file of tests. Ends with 77 where it cannot: ctest then calls it skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [test, program, root] = process.argv.slice(2);
const skip = (why) => { console.log(`skipped: ${why}`); process.exit(77); };
const chromium = process.env.MOTE_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

if (Number(process.versions.node.split('.')[0]) < 18) skip('node is older than 18');
if (!existsSync(join(dirname(program), '../web/index.html'))) skip('the page of the studio was not built (build/web.log tells why)');
if (!test.includes('security')) {
  if (!chromium) skip('chromium is not installed');
  if (!existsSync(join(root, 'web/node_modules/playwright-core'))) skip('playwright-core is not installed: npm ci in web/');
}
const ended = spawnSync(process.execPath, ['--test', test], { stdio: 'inherit', env: { ...process.env, MOTE_PROGRAM: program, MOTE_ROOT: root, MOTE_CHROMIUM: chromium ?? '' } });
process.exit(ended.status ?? 1);
