import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'

// npm run qa [-- options of Playwright]: builds the pages where they are not current, and plays the model tests. It writes
// the HTML report and the coverage, unless the options name reporters.
const wanted = process.argv.slice(2)
const has = (option: string) => wanted.some((one) => one === option || one.startsWith(`${option}=`))
const isBuilt = (await isBuildCurrent()) || (await runInherited('scripts/build.ts')) === 0
const project = has('--project') ? [] : ['--project=models']
const reporters = ['--reporter', '--list', '--ui'].some(has)
  ? []
  : ['--reporter=list,html,./tests/models/coverage-reporter.ts']
process.exitCode = isBuilt
  ? await runInherited(resolveBin('playwright'), ['test', ...project, ...reporters, ...wanted], {
      PLAYWRIGHT_HTML_OPEN: process.env.PLAYWRIGHT_HTML_OPEN ?? 'never',
    })
  : 1
