import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import type { AuditProblem } from '#contract/people/audit.ts'
import type { ProblemType } from '#contract/problem.ts'

type AuditOnlyProblem = Exclude<AuditProblem, ProblemType> | SignInFailure

/** Texts about the user; other problem messages address the user. */
export const problemLabels: Record<AuditOnlyProblem, MessageDescriptor> &
  Partial<Record<ProblemType, MessageDescriptor>> = {
  'wrong-password': msg`Неверный пароль`,
  'unknown-login': msg`Такого логина нет`,
  'common-password': msg`Слишком распространённый пароль`,
  'not-linked': msg`Аккаунт ни к кому не привязан`,
  'account-taken': msg`Аккаунт привязан к другому человеку`,
  'wrong-secret': msg`Неверный секрет программы`,
  cancelled: msg`Вход отменён`,
  'callback-incomplete': msg`Неполный ответ сервиса входа`,
  'attempt-unknown': msg`Попытка входа неизвестна или старше суток`,
  'attempt-expired': msg`Вход занял больше 10 минут`,
  'attempt-used': msg`Попытка входа уже использована`,
  'cookies-missing': msg`Браузер не прислал cookie попытки`,
  'other-browser': msg`Вход начат в другом браузере`,
  'provider-denied': msg`Сервис входа не дал доступ`,
  'provider-error': msg`Сбой у сервиса входа`,
  'request-refused': msg`Сервис входа не принял запрос`,
  'provider-unreachable': msg`Сервис входа не ответил`,
  'response-invalid': msg`Непонятный ответ сервиса входа`,
  'client-rejected': msg`Сервис входа не узнал кабинет: идентификатор или секрет`,
  'code-rejected': msg`Сервис входа не принял код`,
  'clock-differs': msg`Часы сервиса входа и сервера расходятся`,
  'issuer-differs': msg`Ответил другой сервис входа`,
  'algorithm-differs': msg`Другой алгоритм подписи`,
  'signature-invalid': msg`Подпись сервиса входа не подошла`,
  'id-token-invalid': msg`Ответ сервиса входа не о том входе`,
  'login-not-renewed': msg`Сервис входа не спросил пароль заново`,
  'account-locked': msg`Вход закрыт школой`,
  'account-of-staff': msg`Сотрудник вошёл способом не для сотрудников`,
  'too-many-requests': msg`Слишком много попыток`,
  'code-wrong': msg`Неверный код`,
  'code-expired': msg`Код больше не действовал`,
  'code-limit-reached': msg`Отправлено слишком много кодов`,
  'factor-locked': msg`Коды были закрыты`,
  'no-second-factor': msg`Код некуда отправить`,
  'sign-in-attempt-refused': msg`Сервис входа не подтвердил`,
  'last-sign-in-method': msg`Это единственный способ входа`,
  'impersonation-forbids': msg`Под пользователем это запрещено`,
}
