import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import type { SignInFailures } from '#contract/people/admin.ts'
import type { AuditProblem, MatchFailure } from '#contract/people/audit.ts'

/** Titles of sign-ins that were not matched to a person of the school. */
export const matchFailureTitles: Record<MatchFailure, MessageDescriptor> = {
  sharedContact: msg`Создана вторая учётная запись: почта или телефон записаны у нескольких людей`,
  boundContact: msg`Создана вторая учётная запись: у человека с этой почтой или телефоном уже есть другая`,
  unverifiedContact: msg`Создана вторая учётная запись: сервис входа не подтвердил почту или телефон`,
  staffContact: msg`Создана вторая учётная запись: почта или телефон у сотрудника, а вход был для семей`,
  contactsIgnored: msg`Создана вторая учётная запись: по почте и телефону этого сервиса входа людей не находят`,
}

/** What people do wrong themselves: no fault of the school or of a service until there are very many. */
const ownMistakes: ReadonlySet<string> = new Set<SignInFailure | PasswordProblem>([
  ...(['wrong-password', 'unknown-login', 'not-linked', 'cancelled', 'too-many-requests', 'account-locked'] as const),
  ...(['callback-incomplete', 'attempt-unknown', 'attempt-expired', 'attempt-used'] as const),
  ...(['cookies-missing', 'other-browser'] as const),
])
/** Within 30 days; passwords may be being guessed. */
const alarmingMistakes = 100

/** Whether a reason needs a person of the school. */
export function isAlarming({ reason, count }: Pick<SignInFailures, 'reason' | 'count'>): boolean {
  return !ownMistakes.has(reason) || count >= alarmingMistakes
}

const startAgain = msg`Делать ничего не нужно: человек начинает вход заново.`
const seeLog = msg`Нужную настройку называет запись журнала.`
const waitForService = msg`Проверьте, работает ли сервис входа и доступен ли он с сервера кабинета.`
const join = msg`Если это один и тот же человек, объедините учётные записи в его карточке.`

type PasswordProblem = Extract<
  AuditProblem,
  'wrong-password' | 'unknown-login' | 'not-linked' | 'cancelled' | 'too-many-requests'
>

/** What the school does about a failed sign-in; a reason without advice does not compile. */
export const signInFailureAdvice: Record<SignInFailure | MatchFailure | PasswordProblem, MessageDescriptor> = {
  'wrong-password': msg`Помогите человеку восстановить пароль. Если отказов с одного адреса много, пароль подбирают.`,
  'unknown-login': msg`Проверьте, верно ли в школе записаны почта и телефон. Если отказов с одного адреса много, логин подбирают.`,
  'not-linked': msg`Человек ещё не привязал этот аккаунт: сначала он входит по паролю и привязывает его в профиле.`,
  cancelled: msg`Делать ничего не нужно: человек сам отменил вход.`,
  'too-many-requests': msg`Делать ничего не нужно: вход откроется через минуту. Если отказов с одного адреса много, пароль подбирают.`,
  'callback-incomplete': msg`Делать ничего не нужно: так открывают закладку на страницу входа.`,
  'attempt-unknown': startAgain,
  'attempt-expired': startAgain,
  'attempt-used': startAgain,
  'cookies-missing': msg`Человеку нужно разрешить cookie или открыть кабинет в самом браузере, а не внутри приложения.`,
  'other-browser': msg`Если таких входов много, предупредите людей: чужие ссылки для входа открывать нельзя.`,
  'provider-denied': msg`Проверьте в сервисе входа, кому разрешён кабинет.`,
  'provider-error': waitForService,
  'request-refused': msg`Сверьте настройки кабинета в сервисе входа: адрес возврата и области доступа. Нужную называет запись журнала.`,
  'provider-unreachable': waitForService,
  'response-invalid': msg`Проверьте, что адрес сервиса входа указан верно и перед ним нет чужой страницы.`,
  'client-rejected': msg`Сверьте идентификатор и секрет кабинета с записанными в сервисе входа.`,
  'code-rejected': msg`Если это случается часто, сверьте адрес возврата и число серверов в сервисе входа.`,
  'clock-differs': msg`Сверьте часы сервера кабинета и сервиса входа по времени сети.`,
  'issuer-differs': msg`Сверьте адрес сервиса входа в настройках. Если он сменился намеренно, перенесите учётные записи командой.`,
  'algorithm-differs': seeLog,
  'signature-invalid': msg`Проверьте ключи подписи сервиса входа: новые должны быть опубликованы.`,
  'id-token-invalid': seeLog,
  'login-not-renewed': msg`Сервис входа не спрашивает пароль после выхода. Включите в нём повторный вход по запросу.`,
  'account-locked': msg`Если вход закрыт по ошибке, откройте его в карточке человека.`,
  'account-of-staff': msg`Сотруднику нужно входить способом для сотрудников. Если у него две учётные записи, объедините их в его карточке.`,
  sharedContact: join,
  boundContact: join,
  unverifiedContact: join,
  staffContact: msg`Если это сотрудник, пусть войдёт способом для сотрудников. Объединяйте учётные записи, только если знаете, что это один человек.`,
  contactsIgnored: join,
}
