import '#server/db/resolve-drizzle.ts'
import { terminalLocale } from '#server/terminal/terminal-language.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'

if (!(await isBuildCurrent())) {
  console.log({ ru: 'Собираем страницы…', en: 'Building the pages…' }[terminalLocale()])
  const code = await runInherited('scripts/build.ts')
  if (code !== 0) process.exit(code)
}
// Before the server, whose modules it instruments.
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('#server/tracing/start-tracing.ts')
await import('#server/main.ts')
const seconds = (performance.now() / 1000).toFixed(1)
const ready = { ru: `  Сервер готов через ${seconds} с\n`, en: `  Ready to answer after ${seconds} s\n` }
console.log(ready[terminalLocale()])
