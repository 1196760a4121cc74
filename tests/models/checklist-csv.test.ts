import { describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { declaringPool } from '#tests/model-runner/browser/browser-pool.ts'
import { PageSnapshots } from '#tests/model-runner/browser/page-snapshots.ts'
import { checklistCsv, visibleIn } from '#tests/model-runner/checklist-csv.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { nameOf } from '#tests/model-runner/model.ts'
import { endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { config } from './config.ts'
import { ticketInBrowser } from './ticket.browser.ts'
import { ticketModel, ticketText } from './ticket.model.ts'

const paths = endingEverywhere(plan(ticketModel).cover)

function rowsIn(language: 'ru' | 'en'): string[][] {
  const level = ticketInBrowser(declaringPool(config.app))
  const text = checklistCsv({
    model: ticketModel,
    paths,
    level,
    snapshots: new PageSnapshots(ticketModel, paths, { folder: config.models, unsteady: config.app.unsteady }),
    texts: config.texts,
    language,
  })
  const separator = language === 'ru' ? '";"' : '","'
  expect(text.startsWith('\ufeff"')).toBe(true)
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split(separator)
        .map((value) => value.replaceAll('""', '"')),
    )
}

describe('The checklist for spreadsheets', () => {
  test('has a row for every step of the cover, with account and start address', () => {
    const [head, ...rows] = rowsIn('ru')
    expect(head).toEqual([
      'Машина',
      'Путь',
      'Шаг',
      'Учётная запись',
      'Начальный адрес',
      'Кто',
      'Сделать или что случается',
      'Данные',
      'Ожидать',
      'Видно на странице',
      'Так?',
    ])
    expect(rows).toHaveLength(paths.reduce((sum, { steps }) => sum + steps.length + 1, 0))
    for (const row of rows) {
      expect(row).toHaveLength(11)
      expect(row.slice(3, 5)).toEqual([
        'mixed: Виноградова Елена (parent, teacher, administrator)',
        '/schedule?tickets=new',
      ])
    }
  })

  test('names accounts of the demo for every machine', async () => {
    const { machines } = await findMachines(config.models)
    const logins = demoAccounts.map(({ login }) => login as string)
    for (const { model, inBrowser } of machines) {
      const account = (await inBrowser())?.(declaringPool(config.app)).manual?.account ?? null
      const named = account?.replace('administrator → ', '').split(':')[0]
      expect(named === undefined || logins.includes(named), `${nameOf(model)}: ${account}`).toBe(true)
    }
  })

  test('says what to type, what to expect and what is visible, in both languages', () => {
    const typed = rowsIn('ru').find((row) => row[6] === 'письмо написано')
    expect(typed?.slice(5, 9)).toEqual([
      'вы',
      'письмо написано',
      `html: ${ticketText.words}`,
      'письмо пишут; черновик сохраняется на устройстве',
    ])
    expect(typed?.[9]).toContain('окно «')
    const refused = rowsIn('ru').find((row) => row[7] === 'offline')
    expect(refused?.[5]).toBe('сервер, время или другая вкладка')
    expect(refused?.[9]).toMatch(/сообщение «/)
    const english = rowsIn('en').find((row) => row[6] === 'the ticket is written')
    expect(english?.slice(5, 9)).toEqual([
      'you',
      'the ticket is written',
      `html: ${ticketText.words}`,
      'the ticket is being written; the draft is stored on the device',
    ])
    // Every situation of the cover has a snapshot, or one of its state.
    for (const language of ['ru', 'en'] as const)
      expect(
        rowsIn(language)
          .slice(1)
          .filter((row) => row[9] === ''),
      ).toEqual([])
  })

  test('reads headings, dialogs and messages from a snapshot', () => {
    const lines = [
      '- main:',
      '  - heading "Цены «от» \\"и\\"" [level=1]',
      '  - alert:',
      '    - paragraph: Не принято',
      '    - button "Ещё раз"',
      '  - status: Сохранено',
      '  - paragraph: Не для списка',
      '- \'dialog "Шаг: второй"\':',
      '  - alert',
    ]
    expect(visibleIn(lines, 'ru')).toEqual([
      'заголовок «Цены «от» "и"»',
      'сообщение «Не принято»',
      'состояние «Сохранено»',
      'окно «Шаг: второй»',
    ])
  })
})
