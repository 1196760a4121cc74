import type { BrowserStage } from './browser/browser-stage.ts'
import { type PageSnapshots, situationOf } from './browser/page-snapshots.ts'
import type { Texts } from './config.ts'
import { errorTypeOf, idOf, type Level, type Model, titleOf } from './model.ts'
import { statesIn } from './paths/coverage.ts'
import type { Path, Step } from './paths/replay.ts'
import { type Bilingual, type Language, sayIn } from './words.ts'

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
  snapshots: PageSnapshots
  texts: Texts
  language: Language
}

/**
 * A checklist for manual tests as CSV: a row for each step with its account, start address, data, and what the accepted
 * page shows. Spreadsheets of a Russian system expect semicolons.
 */
export function checklistCsv(source: Source): string {
  const { paths, language } = source
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
  const rows = [head, ...paths.flatMap((path) => rowsOf(source, path))]
  const separator = language === 'ru' ? ';' : ','
  // The mark at the beginning shows spreadsheets that the text is UTF-8.
  return `\ufeff${rows.map((row) => row.map(quoted).join(separator)).join('\r\n')}\r\n`
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

function rowsOf({ model, level, snapshots, texts, language }: Source, path: Path): string[][] {
  const say = sayIn(texts, language)
  const { start = '', account = null } = level.manual ?? {}
  const row = (count: number, step: Step | undefined): string[] => {
    const after = step?.after ?? path.start
    const isIgnored = step !== undefined && step.taken.length === 0
    const effects = step?.effects.map((effect) => texts.action(effect)?.[language] ?? effect.action) ?? []
    const by = step === undefined || level.by?.(step) === 'user' ? words.user : words.environment
    return [
      say(model.title),
      idOf(path),
      `${count}`,
      account ?? words.visitor[language],
      start,
      by[language],
      step === undefined ? words.open[language] : say(titleOf(model, step)),
      step === undefined ? '' : dataOf(step),
      [
        ...(isIgnored ? [words.ignored[language]] : []),
        ...statesIn(after).map((state) => say(model.states[state] ?? state)),
        ...effects,
      ].join('; '),
      visibleAt(snapshots, situationOf(after, step), language).join('; '),
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
 * What the page shows in a situation. Of languages besides the first one only one situation of each state has a snapshot:
 * its headings and dialogs are those of the state, its messages are not.
 */
function visibleAt(snapshots: PageSnapshots, situation: Parameters<PageSnapshots['accepted']>[0], language: Language) {
  const isMessage = (text: string) => [words.alert, words.status].some((role) => text.startsWith(role[language]))
  if (language === 'ru') return visibleIn(snapshots.accepted(situation)?.split('\n') ?? [], language)
  const lines = snapshots.accepted(situation, language)?.split('\n') ?? []
  return visibleIn(lines, language).filter((text) => !isMessage(text))
}

type Role = 'heading' | 'dialog' | 'alertdialog' | 'alert' | 'status'

/** Headings, dialogs and messages of a snapshot, each with its text. */
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
