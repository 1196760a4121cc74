import type { Locale } from '#contract/enumerations.ts'
import { passwordLength } from '#contract/limits.ts'
import { isCommonPassword } from '#server/auth/credentials/passwords.ts'
import type { RecoveryRefusal } from './recovery-limits.ts'

const ru = {
  title: 'Восстановление пароля',
  hint: 'Напишите почту, телефон или логин, с которыми входите. Мы отправим код, и с ним вы зададите новый пароль.',
  getCode: 'Получить код',
  toSignIn: 'Вернуться ко входу',
  toSignInHint: 'Если вы вспомнили пароль',
  codeTitle: 'Введите код',
  sent: (name: string) => `Если «${name}» есть в кабинете, код из 6 цифр уже отправлен. Он действует 5 минут.`,
  whither: 'По логину код приходит на почту, а без неё на подтверждённый телефон.',
  noCode: 'Код не пришёл?',
  noCodeHint: 'Загляните в «Спам». Если ничего не помогает, обратитесь в школу.',
  code: 'Код',
  goOn: 'Продолжить',
  again: 'Отправить ещё раз',
  other: 'Указать другой адрес',
  otherHint: 'Другую почту, телефон или логин',
  passwordTitle: 'Новый пароль',
  passwordHint: 'После этого вы войдёте здесь, а на других устройствах нужно будет войти заново.',
  password: 'Новый пароль',
  rules: 'От 10 символов. Несколько слов подряд запомнить легче, чем набор символов.',
  whose: 'Чей это пароль?',
  save: 'Сохранить и войти',
  failures: {
    missing: 'Напишите почту, телефон или логин.',
    noCode: 'Введите 6 цифр из сообщения.',
    over: 'Этот код больше не действует: истёк срок или кончились попытки. Запросите новый.',
    short: 'Пароль короче 10 символов.',
    common: 'Этот пароль знают все: его подбирают одним из первых. Придумайте другой.',
    noPerson: 'Выберите, чей это пароль.',
    saved: 'Новый пароль уже сохранён. Вернитесь ко входу и войдите с ним.',
  },
  wrong: (triesLeft: number) => `Код не подошёл. Осталось попыток: ${triesLeft}.`,
  waits: {
    tooSoon: (seconds: number) => `Код уже отправлен. Новый можно запросить через ${seconds} с.`,
    spent: (seconds: number) => `Кодов отправлено слишком много. Попробуйте через ${Math.ceil(seconds / 60)} мин.`,
    locked: (seconds: number) =>
      `Слишком много неверных кодов. Восстановление закрыто, попробуйте через ${Math.ceil(seconds / 3600)} ч.`,
  },
}

export type RecoveryMessages = typeof ru

const en: RecoveryMessages = {
  title: 'Password recovery',
  hint: 'Enter the email, phone or username you sign in with. We will send a code, and with it you set a new password.',
  getCode: 'Get a code',
  toSignIn: 'Back to sign-in',
  toSignInHint: 'If you remember the password',
  codeTitle: 'Enter the code',
  sent: (name) => `If “${name}” is known here, a 6-digit code has been sent. It is valid for 5 minutes.`,
  whither: 'If you enter a username, the code goes to your email, or to your confirmed phone if there is no email.',
  noCode: 'No code yet?',
  noCodeHint: 'Check your spam folder. If nothing helps, contact the school.',
  code: 'Code',
  goOn: 'Continue',
  again: 'Send again',
  other: 'Enter another address',
  otherHint: 'Another email, phone or username',
  passwordTitle: 'New password',
  passwordHint: 'You will then be signed in here; your other devices will have to sign in again.',
  password: 'New password',
  rules: 'At least 10 characters. Several words in a row are easier to remember than a jumble of characters.',
  whose: 'Whose password is it?',
  save: 'Save and sign in',
  failures: {
    missing: 'Enter the email, phone or username.',
    noCode: 'Enter the 6 digits from the message.',
    over: 'This code is no longer valid: it has expired or there are no attempts left. Request a new one.',
    short: 'The password has fewer than 10 characters.',
    common: 'Everyone knows this password: it is among the first to be tried. Think of another.',
    noPerson: 'Choose whose password it is.',
    saved: 'The new password is saved. Go back to sign-in and sign in with it.',
  },
  wrong: (triesLeft) => `The code did not match. Attempts left: ${triesLeft}.`,
  waits: {
    tooSoon: (seconds) => `A code has been sent already. You can request a new one in ${seconds} s.`,
    spent: (seconds) => `Too many codes have been sent. Try again in ${Math.ceil(seconds / 60)} min.`,
    locked: (seconds) => `Too many wrong codes. Recovery is locked, try again in ${Math.ceil(seconds / 3600)} h.`,
  },
}

export const recoveryMessages: Record<Locale, RecoveryMessages> = { ru, en }

/** Why a recovery form was rejected. */
export type RecoveryFailure =
  | { kind: keyof RecoveryMessages['failures'] }
  | { kind: 'wrong'; triesLeft: number }
  | RecoveryRefusal

/** Encoded in the URL of the page after the redirect, so that reload and Back do not submit the form again. */
export function recoveryFailureQuery(failure: RecoveryFailure): Record<string, string> {
  if (failure.kind === 'wrong') return { failure: 'wrong', n: String(failure.triesLeft) }
  return { failure: failure.kind, ...('seconds' in failure && { n: String(failure.seconds) }) }
}

export function parseRecoveryFailure({ failure, n }: Record<string, unknown>): RecoveryFailure | null {
  const { failures, waits } = recoveryMessages.ru
  if (typeof failure !== 'string') return null
  if (isKeyOf(failures, failure)) return { kind: failure }
  const number = typeof n === 'string' && /^\d{1,6}$/.test(n) ? Number(n) : null
  if (number === null) return null
  if (failure === 'wrong') return { kind: 'wrong', triesLeft: number }
  return isKeyOf(waits, failure) ? { kind: failure, seconds: number } : null
}

export function recoveryFailureMessage(failure: RecoveryFailure, messages: RecoveryMessages): string {
  if (failure.kind === 'wrong') return messages.wrong(failure.triesLeft)
  return 'seconds' in failure ? messages.waits[failure.kind](failure.seconds) : messages.failures[failure.kind]
}

/** Why a password is refused; null if it is accepted. */
export async function passwordProblem(password: string): Promise<'short' | 'common' | null> {
  if (password.length < passwordLength.min || password.length > passwordLength.max) return 'short'
  return (await isCommonPassword(password)) ? 'common' : null
}

function isKeyOf<Known extends object>(known: Known, key: string): key is Extract<keyof Known, string> {
  return Object.hasOwn(known, key)
}
