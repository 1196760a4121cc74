import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'

if (!(await isBuildCurrent())) {
  console.log('Building the pages…')
  const code = await runInherited('scripts/build.ts')
  if (code !== 0) process.exit(code)
}
await import('#server/main.ts')
console.log(`  Готов отвечать через ${(performance.now() / 1000).toFixed(1)} с\n`)
