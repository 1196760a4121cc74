import { existsSync, readFileSync } from 'node:fs'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import type { Texts } from '#tests/model-runner/config.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import type { Language } from '#tests/model-runner/ledger-changes.ts'
import { errorTypeOf, type Level, type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import type { Bilingual } from '#tests/model-runner/report/report-data.ts'
import { actionWords, bilingual } from '#tests/model-runner/report/words.ts'
import { situationOf, viewFile } from '#tests/model-runner/views/accepted-views.ts'
import { parseViews, type Views } from '#tests/model-runner/views/view-file.ts'

const words = {
  machine: { ru: 'Машина', en: 'Machine' },
  path: { ru: 'Путь', en: 'Path' },
  step: { ru: 'Шаг', en: 'Step' },
  account: { ru: 'Учётная запись', en: 'Account' },
  start: { ru: 'Начальный адрес', en: 'Start address' },
  by: { ru: 'Кто', en: 'By' },
  user: { ru: 'вы', en: 'you' },
  environment: { ru: 'сервер, время или другая вкладка', en: 'server, time or another tab' },
  action: { ru: 'Сделать или что случается', en: 'Action or event' },
  data: { ru: 'Данные', en: 'Data' },
  expect: { ru: 'Ожидать', en: 'Expect' },
  visible: { ru: 'Видно на странице', en: 'Visible on the page' },
  result: { ru: 'Так?', en: 'Passed?' },
  open: { ru: 'открыть начальный адрес', en: 'open the start address' },
  visitor: { ru: 'без входа', en: 'not signed in' },
  ignored: { ru: 'ничего не меняется', en: 'nothing changes' },
  heading: { ru: 'заголовок', en: 'heading' },
  dialog: { ru: 'окно', en: 'dialog' },
  alertdialog: { ru: 'окно', en: 'dialog' },
  alert: { ru: 'сообщение', en: 'message' },
  status: { ru: 'состояние', en: 'status' },
} satisfies Record<string, Bilingual>

type Source = {
  model: Model
  paths: readonly Path[]
  level: Pick<Level<BrowserStage>, 'by' | 'manual'>
  /** The folder of the models with the accepted views. */
  folder: string
  texts: Texts
  language: Language
}

/**
 * A checklist for manual tests as CSV: a row for each step with its account, start address, data, and what the accepted
 * view of the page shows. Spreadsheets of a Russian system expect semicolons.
 */
export function checklistCsv(source: Source): string {
  const { model, paths, folder, language } = source
  const file = viewFile(folder, language, nameOf(model))
  const views = existsSync(file) ? parseViews(readFileSync(file, 'utf8')) : new Map()
  const head = [
    words.machine,
    words.path,
    words.step,
    words.account,
    words.start,
    words.by,
    words.action,
    words.data,
    words.expect,
    words.visible,
    words.result,
  ].map((text) => text[language])
  const rows = [head, ...paths.flatMap((path) => rowsOf(source, path, views))]
  const separator = language === 'ru' ? ';' : ','
  // The mark at the beginning shows spreadsheets that the text is UTF-8.
  return `\ufeff${rows.map((row) => row.map(quoted).join(separator)).join('\r\n')}\r\n`
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

function rowsOf({ model, level, texts, language }: Source, path: Path, views: Views): string[][] {
  const say = (text: Bilingual) => text[language]
  const { start = '', account = null } = level.manual ?? {}
  const row = (count: number, step: Step | undefined): string[] => {
    const after = step?.after ?? path.start
    const states = statesIn(after).map((state) => bilingual(texts, model.states[state] ?? state)[language])
    const isIgnored = step !== undefined && step.taken.length === 0
    const effects = step?.effects.map((effect) => say(actionWords(texts, effect))) ?? []
    const by = step === undefined || level.by?.(step) === 'user' ? words.user : words.environment
    return [
      bilingual(texts, model.title)[language],
      idOf(path),
      `${count}`,
      account ?? say(words.visitor),
      start,
      say(by),
      step === undefined ? say(words.open) : bilingual(texts, titleOf(model, step))[language],
      step === undefined ? '' : dataOf(step),
      [...(isIgnored ? [say(words.ignored)] : []), ...states, ...effects].join('; '),
      visibleAt(views, situationOf(model, after, step), language).join('; '),
      '',
    ]
  }
  return [row(0, undefined), ...path.steps.map((step, index) => row(index + 1, step))]
}

const maxValueCharacters = 120

/** The payload of the event: what to type or choose, or the kind of the error. */
function dataOf({ event }: Step): string {
  const error = errorTypeOf(event)
  if (error !== undefined) return error
  return Object.entries(event)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value.replaceAll(/<[^>]*>/g, '') : JSON.stringify(value)
      return `${name}: ${text.length <= maxValueCharacters ? text : `${text.slice(0, maxValueCharacters)}…`}`
    })
    .join('; ')
}

/**
 * What the page shows in a situation. Of languages besides the first one only some situations of each state have a view:
 * the headings and dialogs of the state are then those of another situation.
 */
function visibleAt(views: Views, situation: string, language: Language): string[] {
  const exact = views.get(situation)
  if (exact !== undefined) return visibleIn(exact.lines, language)
  const [state] = situation.split(' «')
  const [, alike] = [...views].find(([name]) => name.startsWith(`${state} «`)) ?? []
  const isMessage = (text: string) => [words.alert, words.status].some((role) => text.startsWith(role[language]))
  return visibleIn(alike?.lines ?? [], language).filter((text) => !isMessage(text))
}

type Role = 'heading' | 'dialog' | 'alertdialog' | 'alert' | 'status'

/** Headings, dialogs and messages of an accepted view, each with its text. */
export function visibleIn(lines: readonly string[], language: Language): string[] {
  const found = lines.flatMap((line, index) => {
    const [, indent = '', role, name, inline] =
      /^( *)- '?(heading|dialog|alertdialog|alert|status)\b(?: "((?:[^"\\]|\\.)*)")?[^:]*?'?(?:: *(.*))?$/.exec(line) ??
      []
    if (role === undefined) return []
    const below = lines.slice(index + 1)
    const end = below.findIndex((one) => one.search(/\S/) <= indent.length)
    const texts = (end === -1 ? below : below.slice(0, end)).flatMap(
      (one) => /^ *- (?:text|paragraph): (.+)$/.exec(one)?.[1] ?? [],
    )
    const text = name ?? (inline || texts.join(' '))
    return text === '' ? [] : [`${words[role as Role][language]} «${text.replaceAll('\\"', '"')}»`]
  })
  return [...new Set(found)]
}
