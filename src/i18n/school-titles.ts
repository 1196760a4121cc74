import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const markTypes: Record<string, MessageDescriptor> = {
  'Работа на уроке': msg`Работа на уроке`,
  'Домашнее задание': msg`Домашнее задание`,
  'Проверочная работа': msg`Проверочная работа`,
  'Контрольная работа': msg`Контрольная работа`,
  Практика: msg`Практика`,
  Проект: msg`Проект`,
  'Экзамен модуля': msg`Экзамен модуля`,
  'Текущая работа': msg`Текущая работа`,
  Зачёт: msg`Зачёт`,
  Экзамен: msg`Экзамен`,
}

const terms: [RegExp, (number: string) => MessageDescriptor][] = [
  [/^(\d)-я четверть$/, (number) => msg`${number}-я четверть`],
  [/^(\d)-й триместр$/, (number) => msg`${number}-й триместр`],
  [/^(\d)-й семестр$/, (number) => msg`${number}-й семестр`],
  [/^Модуль (\d+)$/, (number) => msg`Модуль ${number}`],
]

/**
 * The title of a term or of a mark type in the language of the page. The school stores titles in one language: common
 * ones are translated, others stay as stored.
 */
export function schoolTitle(title: string, i18n: I18n): string {
  if (Object.hasOwn(markTypes, title)) return i18n._(markTypes[title] as MessageDescriptor)
  for (const [pattern, message] of terms) {
    const number = pattern.exec(title)?.[1]
    if (number !== undefined) return i18n._(message(number))
  }
  return title
}
