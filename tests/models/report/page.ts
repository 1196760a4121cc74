import { readFile } from 'node:fs/promises'
import type { Played } from '#tests/models/desk.ts'
import { machineSection } from './machine-section.ts'
import { html, Markup } from './markup.ts'

/** The whole report as one HTML document that needs nothing beside it. */
export async function reportPage(machines: readonly Played[], seconds: number): Promise<string> {
  const [style, filter] = await Promise.all([beside('style.css'), beside('filter.js')])
  const results = machines.flatMap(({ levels }) => levels.flatMap((level) => level.results))
  const failed = results.filter(({ failure }) => failure !== null).length
  const unplayed = machines.flatMap(({ plan }) => [
    ...plan.coverage.states.unplayed,
    ...plan.coverage.transitions.unplayed,
  ])
  return html`<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Проверка машин: ${failed === 0 ? 'всё сыграно' : `не прошло ${failed}`}</title>
    <style>${new Markup(style)}</style>
  </head>
  <body>
    <header>
      <h1>Стол проверки: машины личного кабинета</h1>
      <p class="muted">
        Пути построены из самих машин продукта: вместе они проходят каждое состояние и каждый переход. Каждый путь сыгран
        на работающей машине с подставленными ответами. В настоящем приложении, в Chromium с подставленной сетью, сыграны
        те из них, что вместе проходят каждый переход каждым способом; с <code>--all</code> — все.
      </p>
      <div class="tiles">
        ${tile(machines.length, 'машин')}
        ${tile(results.length, 'путей сыграно на обоих уровнях вместе')}
        ${tile(failed, 'не прошло')}
        ${tile(unplayed.length, 'состояний и переходов не сыграно')}
        ${tile(`${seconds.toFixed(0)} с`, 'заняла проверка')}
      </div>
      <nav aria-label="Машины">
        ${machines.map(({ plan }) => html`<a href="#${plan.model.machine.id}">${plan.model.title}</a>`)}
      </nav>
      <h3>Как повторить</h3>
      <p>
        <code>npm run qa -- --all</code> играет всё и в браузере; <code>npm run qa -- session</code> играет одну машину;
        <code>npm run qa -- session 17</code> играет один путь; <code>npm run qa -- session 17 --show</code> показывает его
        в окне браузера, медленно. Вместо номера годится имя пути: оно стоит под путём и не меняется, пока путь есть.
      </p>
    </header>
    <main>${machines.map(machineSection)}</main>
    <script>${new Markup(filter)}</script>
  </body>
</html>
`.html
}

function tile(figure: number | string, words: string): Markup {
  return html`<div class="tile"><b>${figure}</b>${words}</div>`
}

function beside(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}
