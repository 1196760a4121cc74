import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditAction, LoginAsObstacle, UserStatus } from '#contract/enumerations.ts'
import type { Tone } from '#src/ui/tone.ts'

type Look = { tone: Tone; words: MessageDescriptor }

export const statusLooks: Record<UserStatus, Look> = {
  active: { tone: 'success', words: msg`Активен` },
  away: { tone: 'neutral', words: msg`Давно не заходил` },
  new: { tone: 'info', words: msg`Ещё не входил` },
  closed: { tone: 'warning', words: msg`Не может войти` },
}

export const obstacleWords: Record<LoginAsObstacle, MessageDescriptor> = {
  oneself: msg`Это вы сами.`,
  'not-weaker': msg`У этого пользователя не меньше прав, чем у вас: войти под ним нельзя.`,
}

export const actionLooks: Record<AuditAction, Look> = {
  'impersonation.started': { tone: 'info', words: msg`Вошёл под пользователем` },
  'impersonation.ended': { tone: 'neutral', words: msg`Вышел из-под пользователя` },
  'impersonation.expired': { tone: 'neutral', words: msg`Время вышло` },
  'impersonation.revoked': { tone: 'warning', words: msg`Права отозваны` },
  'impersonation.refused': { tone: 'error', words: msg`Отказано во входе` },
}

/** Of a value that is newer than this page. */
export const plainLook: Look = { tone: 'neutral', words: msg`неизвестно` }
