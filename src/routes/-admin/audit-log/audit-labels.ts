import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditAction, AuditProblem } from '#contract/audit.ts'
import type { AuditKind, AuditOutcome } from '#contract/enumerations.ts'
import type { ProblemType } from '#contract/problem.ts'
import type { Label } from '#src/routes/-shell/labels/badges.tsx'

/** Labels of the audit log. A value without a label does not compile. */

export const kindLabels: Record<AuditKind, MessageDescriptor> = {
  'sign-in': msg`Входы`,
  session: msg`Выходы и сеансы`,
  account: msg`Привязка аккаунтов`,
  password: msg`Пароли`,
  contact: msg`Почта и телефон`,
  code: msg`Коды`,
  roles: msg`Роли`,
  export: msg`Выгрузки`,
  import: msg`Загрузки`,
  impersonation: msg`Входы под пользователем`,
}

export const outcomeLabels: Record<AuditOutcome, MessageDescriptor> = {
  done: msg`Состоялось`,
  refused: msg`Отказано`,
}

export const actionLabels: Record<AuditAction, Label> = {
  'sign-in.password': { tone: 'success', words: msg`Вход по паролю` },
  'sign-in.linked': { tone: 'success', words: msg`Вход через привязанный аккаунт` },
  'sign-in.issuer': { tone: 'success', words: msg`Вход через службу входа` },
  'sign-in.demo': { tone: 'success', words: msg`Демонстрационный вход` },
  'session.signed-out': { tone: 'neutral', words: msg`Выход из кабинета` },
  'session.ended': { tone: 'neutral', words: msg`Сеанс завершён` },
  'session.replaced': { tone: 'neutral', words: msg`Сеанс сменён новым входом` },
  'session.disowned': { tone: 'error', words: msg`«Это не я»: отменено по письму` },
  'account.linked': { tone: 'info', words: msg`Привязка аккаунта` },
  'account.unlinked': { tone: 'warning', words: msg`Отвязка аккаунта` },
  'password.set': { tone: 'info', words: msg`Первый пароль` },
  'password.changed': { tone: 'warning', words: msg`Смена пароля` },
  'password.recovered': { tone: 'warning', words: msg`Пароль восстановлен по коду` },
  'contact.email': { tone: 'warning', words: msg`Смена почты` },
  'contact.phone': { tone: 'warning', words: msg`Смена телефона` },
  'contact.phone-confirmed': { tone: 'info', words: msg`Телефон подтверждён для входа` },
  'code.sent': { tone: 'neutral', words: msg`Отправка кода` },
  'code.checked': { tone: 'neutral', words: msg`Проверка кода` },
  'code.locked': { tone: 'error', words: msg`Коды закрыты на сутки` },
  'roles.granted': { tone: 'warning', words: msg`Роль выдана` },
  'roles.revoked': { tone: 'warning', words: msg`Роль снята` },
  'export.record-book': { tone: 'info', words: msg`Зачётная книжка в PDF` },
  'export.tax-certificate': { tone: 'info', words: msg`Справка для вычета в PDF` },
  'export.contract': { tone: 'info', words: msg`Договор в PDF` },
  'export.bill': { tone: 'info', words: msg`Счёт в PDF` },
  'export.feed': { tone: 'info', words: msg`Ссылка на календарь` },
  'export.feed-ended': { tone: 'neutral', words: msg`Ссылка на календарь отключена` },
  'import.payments': { tone: 'info', words: msg`Загрузка платежей` },
  'import.people': { tone: 'info', words: msg`Загрузка людей` },
  'impersonation.started': { tone: 'info', words: msg`Вошёл под пользователем` },
  'impersonation.ended': { tone: 'neutral', words: msg`Вышел из-под пользователя` },
  'impersonation.expired': { tone: 'neutral', words: msg`Время вышло` },
  'impersonation.revoked': { tone: 'warning', words: msg`Права отозваны` },
  'impersonation.refused': { tone: 'error', words: msg`Отказано во входе` },
}

type AuditOnlyProblem = Exclude<AuditProblem, ProblemType>

/** Texts about the user; other problem messages address the user. */
export const problemLabels: Record<AuditOnlyProblem, MessageDescriptor> &
  Partial<Record<ProblemType, MessageDescriptor>> = {
  'wrong-password': msg`Неверный пароль`,
  'unknown-login': msg`Такого логина нет`,
  'common-password': msg`Слишком распространённый пароль`,
  'not-linked': msg`Аккаунт ни к кому не привязан`,
  'account-taken': msg`Аккаунт привязан к другому человеку`,
  'too-many-requests': msg`Слишком много попыток`,
  'code-wrong': msg`Неверный код`,
  'code-over': msg`Код больше не действовал`,
  'codes-spent': msg`Отправлено слишком много кодов`,
  'factor-locked': msg`Коды были закрыты`,
  'no-second-factor': msg`Код некуда отправить`,
  'sign-in-attempt-refused': msg`Служба входа не подтвердила`,
  'provider-unreachable': msg`Служба входа не ответила`,
  'last-way-in': msg`Это единственный способ входа`,
  'impersonation-forbids': msg`Под пользователем это запрещено`,
}
