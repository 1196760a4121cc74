import type { Words } from './report-data.ts'

/** Readable texts of the guards. */
const phrases: Record<string, Words> = {
  isLocked: { ru: 'вход по коду закрыт', en: 'codes are locked' },
  isUnsent: { ru: 'кода ещё не было', en: 'no code has gone out' },
  isOver: { ru: 'код больше не действует', en: 'the code is over' },
  endsCode: { ru: 'отказ кончает код', en: 'the refusal ends the code' },
  mayResend: { ru: 'пауза прошла', en: 'the pause is over' },
  isUntried: { ru: 'этот код ещё не пробовали', en: 'this code is untried' },
  isHopeless: { ru: 'кода не будет', en: 'no code will come' },
  concernsValue: { ru: 'не принят сам адрес или номер', en: 'the address or number itself is refused' },
  concernsText: { ru: 'не принят сам текст', en: 'the text itself is refused' },
  isChosen: { ru: 'выбраны ученик и группа', en: 'student and group are chosen' },
  knowsTerritory: { ru: 'площадка выбрана', en: 'a site is chosen' },
  isFullThere: { ru: 'мест не осталось, площадка выбрана', en: 'no place is left, a site is chosen' },
  isFull: { ru: 'мест не осталось', en: 'no place is left' },
  isToBePaid: { ru: 'нужна оплата', en: 'it has to be paid' },
  hasLocation: { ru: 'адрес есть', en: 'there is an address' },
  isElsewhere: { ru: 'адрес другой', en: 'the address is another' },
  leadsTo: { ru: 'адрес этого шага', en: 'the address is of this step' },
  lacksBasket: { ru: 'заявки ещё нет', en: 'there is no basket yet' },
  hasChanged: { ru: 'условия изменились', en: 'the terms have changed' },
  endsChoice: { ru: 'отказ отменяет выбор', en: 'the refusal ends the choice' },
  answers: { ru: 'сервер отвечает', en: 'the server answers' },
  isSomebody: { ru: 'кто-то вошёл', en: 'somebody is signed in' },
  isSameArrival: { ru: 'это тот же человек', en: 'it is the same person' },
  isSamePerson: { ru: 'там тот же человек', en: 'the same person is there' },
  canSelect: { ru: 'роль другая и есть у человека', en: 'another role that the person has' },
  canFollow: { ru: 'роль того же человека, другая', en: 'another role of the same person' },
  mayImpersonate: { ru: 'это администратор', en: 'it is an administrator' },
  isImpersonating: { ru: 'администратор смотрит как другой', en: 'an administrator looks as somebody' },
  isSendable: { ru: 'текст есть и не длинен', en: 'there is text, not too long' },
}

/** A guard without a text keeps its name. */
export function guardWords(guard: string): Words {
  return phrases[guard] ?? { ru: guard, en: guard }
}

export function isGuardPutIntoWords(guard: string): boolean {
  return guard in phrases
}
