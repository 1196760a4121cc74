import type { AnyMachineSnapshot } from 'xstate'
import type { CodeContext, CodeRefusal } from '#src/machines/one-time-code.ts'
import type { Case } from './model.ts'

export const rightCode = '271828'

/** Why a code was not sent, in words for the report. */
export const sendingRefusals: readonly Case[] = [
  refused('код отправлен только что', 'code-too-soon', { retryAfter: 30 }),
  refused('кодов отправлено слишком много', 'codes-spent', { retryAfter: 600 }),
  refused('вход по коду закрыт на сутки', 'factor-locked', { retryAfter: 86_400 }),
  refused('нет связи с сервером', 'offline'),
]

export const codeRefusals: readonly Case[] = [
  refused('код не подошёл', 'code-wrong', { triesLeft: 3 }),
  refused('код больше не действует', 'code-over'),
  refused('неверных кодов слишком много', 'factor-locked', { retryAfter: 86_400 }),
  refused('сервер не смог проверить код', 'unavailable'),
]

export function refused(title: string, type: CodeRefusal['type'], rest: Partial<CodeRefusal> = {}): Case {
  const error: CodeRefusal = { type, triesLeft: null, retryAfter: null, ...rest }
  return { title, with: { error } }
}

/** The pause ends once. */
export function endOfPause({ context }: AnyMachineSnapshot): Case[] {
  const { pause } = context as CodeContext
  return pause > 0 ? [{ title: 'пауза перед новым кодом кончилась', with: { secondsLeft: 0 } }] : []
}

/** Whatever was refused last is looked at on the way; it makes no other place. */
export function placeWithCode({ value, context }: AnyMachineSnapshot): string {
  const { code, pause } = context as CodeContext
  return JSON.stringify([value, code, pause > 0])
}
