import type { MachineData, PathData, StepData } from './report-data.ts'

/** Text that is safe in HTML. */
class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

const style = new Markup(`
body { max-width: 860px; margin: 32px auto; padding: 0 16px; font: 15px/1.45 system-ui, 'Liberation Sans', Arial, sans-serif }
h2 { margin: 32px 0 4px; font-size: 17px } table { width: 100%; border-collapse: collapse }
th, td { padding: 6px 10px; border: 1px solid #8c8c8c; text-align: left; vertical-align: top } th { background: #f3f3f3 }
td:last-child { width: 64px } p { margin: 4px 0; color: #4a4a4a } tr, h2 { break-inside: avoid; break-after: auto }
@media print { section { break-inside: avoid } body { margin: 0; font-size: 12px } }`)

/** A checklist for manual tests: every path of a machine with actions, expected results and check boxes. */
export function checklistPage(machine: MachineData): string {
  return html`<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Чек-лист: ${machine.title.ru}</title><style>${style}</style></head>
<body><h1>${machine.title.ru}: проверка вручную</h1>
<p>Путей ${machine.paths.length}. Имя пути не меняется, пока не меняются его события.</p>
${machine.paths.map((path) => section(machine, path))}
</body></html>
`.html
}

function section(machine: MachineData, path: PathData): Markup {
  return html`<section id="${path.id}"><h2>Путь ${path.id}</h2>
<table><thead><tr><th>№</th><th>Сделать</th><th>Ожидать</th><th>Так?</th></tr></thead>
<tbody>${[path.start, ...path.steps].map(
    (
      step,
      count,
    ) => html`<tr><td>${count}</td><td>${actionOf(machine, step)}</td><td>${expected(machine, step)}</td><td>☐</td></tr>
`,
  )}</tbody></table></section>
`
}

function actionOf({ events }: MachineData, { event }: StepData): string {
  return event === null ? 'начало' : (events[event]?.title.ru ?? '')
}

function expected({ states, actions }: MachineData, { event, taken, states: reached, does }: StepData): string {
  const where = reached.map((state) => states[state]?.title.ru ?? '').join(', ')
  const isIgnored = event !== null && taken.length === 0
  return [isIgnored ? `ничего не меняется: ${where}` : where, ...does.map((action) => actions[action]?.ru ?? '')].join(
    '; ',
  )
}

type Part = Markup | string | number | null | readonly Part[]

/** Joins markup; every value that is not markup is escaped. */
function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, index) => text + written(parts[index] ?? null)).join(''))
}

function written(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.html
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
