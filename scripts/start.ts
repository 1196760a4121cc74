import '#server/db/resolve-drizzle.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'

if (!(await isBuildCurrent())) {
  console.log('Building the pages…')
  const code = await runInherited('scripts/build.ts')
  if (code !== 0) process.exit(code)
}
// Before the server, whose modules it instruments.
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('#server/tracing/start-tracing.ts')
await import('#server/main.ts')
console.log(`  Готов отвечать через ${(performance.now() / 1000).toFixed(1)} с\n`)
