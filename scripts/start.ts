import { openly } from './command.ts'
import { isBuilt } from './freshness.ts'

if (!(await isBuilt())) {
  console.log('Building the pages…')
  const code = await openly('scripts/build.ts')
  if (code !== 0) process.exit(code)
}
await import('#server/main.ts')
console.log(`  Готов отвечать через ${(performance.now() / 1000).toFixed(1)} с\n`)
