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

/** Marks that are words. */
const markWords: Record<string, MessageDescriptor> = {
  зачёт: msg`зачёт`,
  незачёт: msg`незачёт`,
  зачтено: msg`зачтено`,
  'не зачтено': msg`не зачтено`,
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

/** A mark in the language of the page: words of a credit are translated, others and numbers stay as stored. */
export function markText(value: string, i18n: I18n): string {
  return Object.hasOwn(markWords, value) ? i18n._(markWords[value] as MessageDescriptor) : value
}
