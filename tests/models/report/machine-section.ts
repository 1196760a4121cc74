import { linesOf, statesIn } from '#tests/models/coverage.ts'
import type { LevelResults, Played } from '#tests/models/desk.ts'
import { idOf } from '#tests/models/ledger.ts'
import { type Model, titleOf } from '#tests/models/model.ts'
import type { Path, Step } from '#tests/models/replay.ts'
import { lineOf, type Plan } from '#tests/models/runner.ts'
import { html, type Markup } from './markup.ts'

export function machineSection({ plan, levels }: Played): Markup {
  const { model, coverage } = plan
  return html`<section id="${model.machine.id}">
  <h2>${model.title}</h2>
  <p class="muted"><code>${model.machine.id}</code></p>
  <div class="badges">
    ${levels.map(levelBadge)}
    ${coverageBadge('состояния', coverage.states)}
    ${coverageBadge('переходы', coverage.transitions)}
  </div>
  ${statesTable(plan)}
  ${transitionsTable(plan, levels)}
  ${impossibleTable(model)}
  <h3>Пути</h3>
  <div class="tools">
    <input type="search" aria-label="Найти путь" placeholder="Найти путь: событие, состояние, действие" />
    <label><input type="checkbox" /> только не прошедшие</label>
    <output class="muted"></output>
  </div>
  ${plan.paths.map((path, index) => pathDetails(model, path, index, levels))}
</section>`
}

function levelBadge({ title, results, seconds }: LevelResults): Markup {
  const passed = results.filter(({ failure }) => failure === null).length
  const look = passed === results.length ? 'good' : 'bad'
  return html`<span class="badge ${look}">${title}: ${passed} из ${results.length} (${seconds.toFixed(1)} с)</span>`
}

function coverageBadge(words: string, { all, unplayed }: Plan['coverage']['states']): Markup {
  const look = unplayed.length === 0 ? 'good' : 'bad'
  return html`<span class="badge ${look}">${words}: ${all.length - unplayed.length} из ${all.length}</span>`
}

function statesTable({ model, paths, coverage }: Plan): Markup {
  const through = (state: string) =>
    paths.filter(({ start, steps }) =>
      [start, ...steps.map(({ after }) => after)].some((one) => statesIn(one).includes(state)),
    )
  return html`<h3>Состояния</h3>
  <div class="scroll"><table>
    <thead><tr><th>Состояние</th><th>В машине</th><th class="number">Путей через него</th></tr></thead>
    <tbody>${coverage.states.all.map(
      (state) =>
        html`<tr><td>${model.states[state] ?? ''}</td><td><code>${state}</code></td><td class="number">${through(state).length}</td></tr>`,
    )}</tbody>
  </table></div>`
}

function transitionsTable({ model, paths }: Plan, levels: readonly LevelResults[]): Markup {
  const steps = paths.flatMap((path) => path.steps)
  const played = levels.map(({ results }) => results.flatMap(({ path }) => path.steps))
  const stateWords = (name: string) => model.states[name] ?? name
  return html`<h3>Переходы</h3>
  <div class="scroll"><table>
    <thead><tr><th>Из состояния</th><th>Событие</th><th>В состояние</th>${levels.map(({ title }) => html`<th class="number">Сыграно раз: ${title}</th>`)}</tr></thead>
    <tbody>${linesOf(model.machine).map(({ key, source, event, targets }) => {
      const takesIt = ({ taken }: Step) => taken.includes(key)
      const taking = steps.filter(takesIt)
      const words = [...new Set(taking.map((step) => titleOf(model, step)))].join('; ')
      const target = targets.length === 0 ? 'остаётся' : targets.map(stateWords).join(', ')
      return html`<tr><td>${source === model.machine.id ? 'из любого' : stateWords(source)}</td>
        <td>${words || 'не сыграно'} <code>${event}</code></td><td>${target}</td>
        ${played.map((ofLevel) => html`<td class="number">${ofLevel.filter(takesIt).length}</td>`)}</tr>`
    })}</tbody>
  </table></div>`
}

function impossibleTable({ impossible = {} }: Model): Markup | null {
  const reasons = Object.entries(impossible)
  if (reasons.length === 0) return null
  return html`<h3>Чего не бывает</h3>
  <div class="scroll"><table>
    <tbody>${reasons.map(([event, reason]) => html`<tr><td><code>${event}</code></td><td>${reason}</td></tr>`)}</tbody>
  </table></div>`
}

function pathDetails(model: Model, path: Path, index: number, levels: readonly LevelResults[]): Markup {
  const results = levels.map(({ title, results: all }) => ({ title, result: all.find((one) => one.path === path) }))
  const failures = results.flatMap(({ title, result }) => (result?.failure ? [{ title, failure: result.failure }] : []))
  const look = failures.length === 0 ? 'good' : 'bad'
  const isPlayed = results.some(({ result }) => result !== undefined)
  const mark = isPlayed ? { good: '✓', bad: '✗' }[look] : 'не сыграно'
  const number = index + 1
  const id = idOf(path)
  const times = results.map(({ title, result }) => `${title}: ${result ? `${result.milliseconds} мс` : 'не сыграно'}`)
  return html`<details data-failed="${failures.length > 0 ? 'yes' : 'no'}">
  <summary>
    <span class="count">${number}</span>
    <span class="mark ${look}">${mark}</span>
    <span class="line">${lineOf(model, path)}</span>
  </summary>
  <ol class="steps" start="0">
    <li>Начало: <span class="state">${wordsOf(model, path.start)}</span></li>
    ${path.steps.map((step) => stepItem(model, step))}
  </ol>
  ${failures.map(
    ({ title, failure }) => html`<div class="failure"><b>${title}: не прошло на шаге ${failure.step}</b>
      <pre>${failure.message}</pre>${failure.shown === null ? null : html`<pre>${failure.shown}</pre>`}</div>`,
  )}
  <p class="replay muted">Повторить: <code>npm run qa -- ${model.machine.id} ${id}</code> · ${times.join(' · ')}</p>
</details>`
}

function stepItem(model: Model, step: Step): Markup {
  const wishes = step.wishes.map(({ action, params }) =>
    params === undefined ? action : `${action} ${JSON.stringify(params)}`,
  )
  return html`<li>${titleOf(model, step)} → <span class="state">${wordsOf(model, step.after)}</span>
    ${step.taken.length === 0 ? html`<span class="state">(не принято)</span>` : null}
    ${wishes.map((wish) => html`<span class="wish">${wish}</span>`)}</li>`
}

function wordsOf(model: Model, snapshot: Step['after']): string {
  return statesIn(snapshot)
    .map((state) => model.states[state] ?? state)
    .join(', ')
}
