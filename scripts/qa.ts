import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'

// npm run qa [-- options of Playwright]: builds the pages where they are not current, and plays the model tests.
const wanted = process.argv.slice(2)
const isBuilt = (await isBuildCurrent()) || (await runInherited('scripts/build.ts')) === 0
const project = wanted.some((one) => one.startsWith('--project')) ? [] : ['--project=models']
process.exitCode = isBuilt ? await runInherited(resolveBin('playwright'), ['test', ...project, ...wanted]) : 1
