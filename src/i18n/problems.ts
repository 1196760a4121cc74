import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FailureType } from '#src/api/failure.ts'

/** The words for every failure, by type; a type without words does not compile (D-21). */
export const problemWords: Record<FailureType, MessageDescriptor> = {
  'unreadable-request': msg`Запрос не удалось прочитать. Обновите страницу и попробуйте ещё раз.`,
  unauthenticated: msg`Нужно войти в личный кабинет.`,
  'role-missing': msg`Для этого действия у вас нет прав.`,
  'origin-refused': msg`Запрос пришёл не с нашей страницы, поэтому мы его не выполнили.`,
  'impersonation-forbids': msg`Пока вы вошли под пользователем, это действие недоступно.`,
  'not-found': msg`Такой записи нет или она вам не принадлежит.`,
  'state-conflict': msg`За это время данные изменились. Обновите страницу и попробуйте ещё раз.`,
  'session-changed': msg`В другой вкладке вошёл другой пользователь. Страница обновится.`,
  'sign-in-attempt-refused': msg`Эта попытка входа уже использована или устарела. Войдите ещё раз.`,
  'too-large': msg`Файл или запрос слишком большой.`,
  'wrong-media-type': msg`Этот тип файла не подходит.`,
  'invalid-values': msg`Проверьте заполненные поля.`,
  'two-factor-required': msg`Подтвердите действие кодом.`,
  'too-many-requests': msg`Слишком много попыток. Подождите немного и попробуйте ещё раз.`,
  'internal-error': msg`На сервере произошла ошибка. Мы уже знаем о ней.`,
  'not-built': msg`Эта возможность ещё не готова.`,
  'provider-unreachable': msg`Сервис входа сейчас не отвечает. Попробуйте через минуту.`,
  unavailable: msg`Сервер временно недоступен. Попробуйте через минуту.`,
  offline: msg`Нет связи с сервером. Проверьте подключение к интернету.`,
  timeout: msg`Сервер не ответил вовремя. Попробуйте ещё раз.`,
  unreadable: msg`Сервер прислал непонятный ответ. Возможно, мешает сеть: попробуйте другую или обновите страницу.`,
  unknown: msg`Что-то пошло не так. Попробуйте ещё раз.`,
}
