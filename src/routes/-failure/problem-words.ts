import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FailureType } from '#src/api/failure.ts'

export type ProblemWords = Record<FailureType, MessageDescriptor>

/** The words for every failure, by type; a type without words does not compile (D-21). */
export const problemWords: ProblemWords = {
  'unreadable-request': msg`Запрос не удалось прочитать. Обновите страницу и попробуйте ещё раз.`,
  unauthenticated: msg`Нужно войти в личный кабинет.`,
  'role-missing': msg`Для этого действия у вас нет прав.`,
  'origin-refused': msg`Запрос пришёл не с нашей страницы, поэтому мы его не выполнили.`,
  'impersonation-forbids': msg`Пока вы вошли под пользователем, это действие недоступно.`,
  'target-not-weaker': msg`Войти можно только под тем, у кого прав меньше, чем у вас.`,
  'not-found': msg`Такой записи нет или она вам не принадлежит.`,
  'state-conflict': msg`За это время данные изменились. Обновите страницу и попробуйте ещё раз.`,
  'session-changed': msg`В другой вкладке вошёл другой пользователь. Страница обновится.`,
  'code-over': msg`Этот код больше не действует: истёк срок или кончились попытки. Запросите новый.`,
  'no-second-factor': msg`Код некуда отправить: в профиле нет ни телефона, ни почты. Обратитесь в школу.`,
  'last-way-in': msg`Это единственный способ входа. Сначала задайте пароль или привяжите другой аккаунт.`,
  'password-kept-elsewhere': msg`Пароль меняется не здесь, а в самом сервисе входа.`,
  'sign-in-attempt-refused': msg`Эта попытка входа уже использована или устарела. Войдите ещё раз.`,
  'too-large': msg`Файл или запрос слишком большой.`,
  'wrong-media-type': msg`Этот тип файла не подходит.`,
  'invalid-values': msg`Проверьте заполненные поля.`,
  'code-wrong': msg`Код не подошёл. Проверьте цифры и введите ещё раз.`,
  'two-factor-required': msg`Подтвердите действие кодом.`,
  'too-many-requests': msg`Слишком много попыток. Подождите немного и попробуйте ещё раз.`,
  'code-too-soon': msg`Новый код можно запросить чуть позже.`,
  'codes-spent': msg`Кодов отправлено слишком много. Попробуйте позже.`,
  'factor-locked': msg`Слишком много неверных кодов. Подтверждение закрыто на сутки.`,
  'internal-error': msg`На сервере произошла ошибка. Мы уже знаем о ней.`,
  'not-built': msg`Эта возможность ещё не готова.`,
  'provider-unreachable': msg`Сервис входа сейчас не отвечает. Попробуйте через минуту.`,
  unavailable: msg`Сервер временно недоступен. Попробуйте через минуту.`,
  offline: msg`Нет связи с сервером. Проверьте подключение к интернету.`,
  timeout: msg`Сервер не ответил вовремя. Попробуйте ещё раз.`,
  unreadable: msg`Сервер прислал непонятный ответ. Возможно, мешает сеть: попробуйте другую или обновите страницу.`,
  unknown: msg`Что-то пошло не так. Попробуйте ещё раз.`,
}
