import { buildBrowser } from './browser-build.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'
import { installSystemDependencies } from './system-dependencies.ts'

// npm run browsers [-- --project=WebKit …]: plays the journeys in every browser (docs/browsers.md). Arguments are those of
// `playwright test`.
await installSystemDependencies({ everyBrowser: true })
if (!(await isBuildCurrent())) await buildBrowser()
process.exitCode = await runInherited(resolveBin('playwright'), ['test', ...process.argv.slice(2)], {
  TEST_BROWSERS: 'yes',
})
