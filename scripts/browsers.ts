import { findEngines } from '#tests/support/engines/engines.ts'
import { startBrowser } from '#tests/support/engines/start-browser.ts'
import { buildBrowser } from './browser-build.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'
import { installSystemDependencies } from './system-dependencies.ts'

// npm run browsers [-- --project=WebKit …]: prints the versions of the browsers and plays the journeys in each
// (docs/browsers.md). Arguments are those of `playwright test`.
await installSystemDependencies({ everyBrowser: true })
if (!(await isBuildCurrent())) await buildBrowser()
for (const engine of findEngines()) {
  const browser = await startBrowser(engine)
  console.log(`${engine.name}: ${await browser.version()}`)
  await browser.close()
}
process.exitCode = await runInherited(resolveBin('playwright'), ['test', ...process.argv.slice(2)], {
  TEST_BROWSERS: 'yes',
})
