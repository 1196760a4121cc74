import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditKind, AuditOutcome } from '#contract/enumerations.ts'
import type { AuditAction, AuditProblem } from '#contract/people/audit.ts'
import type { ProblemType } from '#contract/problem.ts'
import type { Label } from '#src/routes/-shell/labels/badges.tsx'

/** Labels of the audit log. A value without a label does not compile. */

export const kindLabels: Record<AuditKind, MessageDescriptor> = {
  'sign-in': msg`Входы`,
  session: msg`Выходы и сеансы`,
  account: msg`Аккаунты`,
  invitation: msg`Приглашения`,
  password: msg`Пароли`,
  contact: msg`Почта и телефон`,
  code: msg`Коды`,
  roles: msg`Роли`,
  export: msg`Выгрузки`,
  import: msg`Загрузки`,
  integration: msg`Программы`,
  ticket: msg`Обращения`,
  news: msg`Новости`,
  impersonation: msg`Входы под пользователем`,
}

export const outcomeLabels: Record<AuditOutcome, MessageDescriptor> = {
  done: msg`Состоялось`,
  refused: msg`Отказано`,
}

export const actionLabels: Record<AuditAction, Label> = {
  'sign-in.password': { tone: 'success', text: msg`Вход по паролю` },
  'sign-in.linked': { tone: 'success', text: msg`Вход через привязанный аккаунт` },
  'sign-in.issuer': { tone: 'success', text: msg`Вход через сервис входа` },
  'sign-in.demo': { tone: 'success', text: msg`Демонстрационный вход` },
  'session.signed-out': { tone: 'neutral', text: msg`Выход из кабинета` },
  'session.ended': { tone: 'neutral', text: msg`Сеанс завершён` },
  'session.replaced': { tone: 'neutral', text: msg`Сеанс сменён новым входом` },
  'session.disowned': { tone: 'error', text: msg`«Это не я»: отменено по письму` },
  'session.match-failed': { tone: 'error', text: msg`Вход не узнан: создана новая учётная запись` },
  'account.linked': { tone: 'info', text: msg`Привязка аккаунта` },
  'account.unlinked': { tone: 'warning', text: msg`Отвязка аккаунта` },
  'account.locked': { tone: 'error', text: msg`Вход закрыт` },
  'account.unlocked': { tone: 'warning', text: msg`Вход открыт` },
  'account.signed-out': { tone: 'warning', text: msg`Все сеансы завершены администратором` },
  'account.issuer-moved': { tone: 'warning', text: msg`Учётные записи перенесены к другому сервису входа` },
  'account.joined': { tone: 'warning', text: msg`Учётные записи объединены` },
  'account.separated': { tone: 'warning', text: msg`Объединение отменено` },
  'invitation.queued': { tone: 'info', text: msg`Приглашения поставлены в очередь` },
  'invitation.sent': { tone: 'info', text: msg`Приглашение отправлено` },
  'invitation.revoked': { tone: 'neutral', text: msg`Приглашение отозвано` },
  'invitation.accepted': { tone: 'success', text: msg`Приглашение принято` },
  'password.set': { tone: 'info', text: msg`Первый пароль` },
  'password.changed': { tone: 'warning', text: msg`Смена пароля` },
  'password.recovered': { tone: 'warning', text: msg`Пароль восстановлен по коду` },
  'contact.email': { tone: 'warning', text: msg`Смена почты` },
  'contact.phone': { tone: 'warning', text: msg`Смена телефона` },
  'contact.phone-confirmed': { tone: 'info', text: msg`Телефон подтверждён для входа` },
  'code.sent': { tone: 'neutral', text: msg`Отправка кода` },
  'code.checked': { tone: 'neutral', text: msg`Проверка кода` },
  'code.locked': { tone: 'error', text: msg`Коды закрыты на сутки` },
  'roles.granted': { tone: 'warning', text: msg`Роль выдана` },
  'roles.revoked': { tone: 'warning', text: msg`Роль снята` },
  'export.record-book': { tone: 'info', text: msg`Зачётная книжка в PDF` },
  'export.tax-certificate': { tone: 'info', text: msg`Справка для вычета в PDF` },
  'export.contract': { tone: 'info', text: msg`Договор в PDF` },
  'export.contract-draft': { tone: 'info', text: msg`Проект договора в PDF` },
  'export.bill': { tone: 'info', text: msg`Счёт в PDF` },
  'export.payment-receipt': { tone: 'info', text: msg`Подтверждение оплаты в PDF` },
  'export.feed': { tone: 'info', text: msg`Ссылка на календарь` },
  'export.feed-ended': { tone: 'neutral', text: msg`Ссылка на календарь отключена` },
  'import.payments': { tone: 'info', text: msg`Загрузка платежей` },
  'import.people': { tone: 'info', text: msg`Загрузка людей` },
  'import.school': { tone: 'info', text: msg`Загрузка данных школы` },
  'integration.account-created': { tone: 'warning', text: msg`Доступ программы создан` },
  'integration.account-secret': { tone: 'warning', text: msg`Секрет программы сменён` },
  'integration.account-revoked': { tone: 'warning', text: msg`Доступ программы отозван` },
  'integration.token': { tone: 'error', text: msg`Вход программы` },
  'integration.webhook-added': { tone: 'warning', text: msg`Вебхук добавлен` },
  'integration.webhook-changed': { tone: 'info', text: msg`События вебхука изменены` },
  'integration.webhook-rotated': { tone: 'warning', text: msg`Секрет вебхука сменён` },
  'integration.webhook-enabled': { tone: 'info', text: msg`Вебхук снова включён` },
  'integration.webhook-disabled': { tone: 'error', text: msg`Вебхук отключён` },
  'integration.webhook-removed': { tone: 'warning', text: msg`Вебхук удалён` },
  'ticket.assigned': { tone: 'info', text: msg`Обращение: назначен ответственный` },
  'ticket.answered': { tone: 'success', text: msg`Обращение: ответ` },
  'ticket.noted': { tone: 'neutral', text: msg`Обращение: заметка` },
  'ticket.state': { tone: 'info', text: msg`Обращение: новое состояние` },
  'ticket.topic': { tone: 'neutral', text: msg`Обращение: новая тема` },
  'news.published': { tone: 'success', text: msg`Новость: публикация` },
  'news.changed': { tone: 'neutral', text: msg`Новость: изменение` },
  'news.withdrawn': { tone: 'warning', text: msg`Новость: снята с публикации` },
  'impersonation.started': { tone: 'info', text: msg`Вошёл под пользователем` },
  'impersonation.ended': { tone: 'neutral', text: msg`Вышел из-под пользователя` },
  'impersonation.expired': { tone: 'neutral', text: msg`Время вышло` },
  'impersonation.revoked': { tone: 'warning', text: msg`Права отозваны` },
  'impersonation.refused': { tone: 'error', text: msg`Отказано во входе` },
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
  'wrong-secret': msg`Неверный секрет программы`,
  'too-many-requests': msg`Слишком много попыток`,
  'code-wrong': msg`Неверный код`,
  'code-over': msg`Код больше не действовал`,
  'codes-spent': msg`Отправлено слишком много кодов`,
  'factor-locked': msg`Коды были закрыты`,
  'no-second-factor': msg`Код некуда отправить`,
  'sign-in-attempt-refused': msg`Сервис входа не подтвердил`,
  'provider-unreachable': msg`Сервис входа не ответил`,
  'last-way-in': msg`Это единственный способ входа`,
  'impersonation-forbids': msg`Под пользователем это запрещено`,
}
