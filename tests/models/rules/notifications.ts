import { isDeepStrictEqual } from 'node:util'
import type { Notification } from '#src/machines/notifications.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, type Rule, rule } from '#tests/model-runner/rule.ts'

const shownIn = ({ context }: Observation['after']) => (context as { shown: Notification[] }).shown
const idsIn = (snapshot: Observation['after']) => shownIn(snapshot).map(({ id }) => id)

export const notificationsRules: readonly Rule[] = [
  rule('Показанное видно: последним, своим тоном и своими словами', 'S9', ({ event, before, after }) => {
    const last = shownIn(after).at(-1)
    return implies(
      event.type === 'notification.show',
      shownIn(after).length === shownIn(before).length + 1 && last?.kind === event.kind && last?.tone === event.tone,
    )
  }),
  rule('Закрытое уходит одно, остальные остаются на своих местах', 'S9', ({ event, before, after }) =>
    implies(
      event.type === 'notification.close' || event.type === 'notification.expired',
      isDeepStrictEqual(
        idsIn(after),
        idsIn(before).filter((id) => id !== (event as { id?: number }).id),
      ),
    ),
  ),
  rule('Ушедшее не возвращается', 'S9', ({ after }, past) => {
    const gone = past.flatMap((one) => idsIn(one.before).filter((id) => !idsIn(one.after).includes(id)))
    return !idsIn(after).some((id) => gone.includes(id))
  }),
  rule('Двух одинаковых номеров не бывает', 'S9', ({ after }) => new Set(idsIn(after)).size === idsIn(after).length),
  rule(
    'Каждое исчезает само через 10 секунд',
    'S4, S9',
    ({ event, timers, after }) =>
      implies(event.type === 'notification.show', timers.includes(10_000)) && timers.length >= shownIn(after).length,
  ),
]
