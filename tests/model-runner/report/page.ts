import { build, type Rolldown } from 'vite'
import type { ReportData } from './report-data.ts'

const entry = 'tests/model-runner/report/view/report.tsx'

/** The whole report as one self-contained HTML document. */
export async function reportPage(report: ReportData): Promise<string> {
  const { script, style } = await bundled()
  const failed = report.failures.filter(({ quarantine }) => quarantine === null).length + report.defects.length
  // Escapes the data, so that it cannot close the script element.
  const data = JSON.stringify(report).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Проверка по моделям · ${failed > 0 ? `не прошло ${failed}` : report.failures.length > 0 ? 'не прошло только то, что в карантине' : 'всё сыгранное прошло'}</title>
<style>${style}</style>
</head>
<body>
<div id="report"></div>
<script type="application/json" id="data">${data}</script>
<script type="module">${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`
}

type Bundle = { script: string; style: string }
let bundle: Promise<Bundle> | undefined

/** A run writes its report at the start and at the end. */
function bundled(): Promise<Bundle> {
  bundle ??= bundleView()
  return bundle
}

async function bundleView(): Promise<Bundle> {
  // In a test run Vite would select the development build of React.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, cssCodeSplit: false, modulePreload: false, rolldownOptions: { input: entry } },
  }).finally(() => {
    if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV')
    else process.env.NODE_ENV = NODE_ENV
  })) as Rolldown.RolldownOutput
  const script = built.output.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])).join('\n')
  const style = built.output.flatMap((one) => (one.type === 'asset' ? [String(one.source)] : [])).join('\n')
  return { script, style }
}
