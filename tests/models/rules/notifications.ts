import { isDeepStrictEqual } from 'node:util'
import type { Notification } from '#src/machines/notifications.ts'
import type { Moment } from '#tests/model-runner/moments.ts'
import { implies, type Rule } from '#tests/model-runner/rule.ts'

const shownIn = ({ context }: Moment['after']) => (context as { shown: Notification[] }).shown
const idsIn = (snapshot: Moment['after']) => shownIn(snapshot).map(({ id }) => id)

export const notificationsRules: readonly Rule[] = [
  {
    says: 'Показанное видно: последним, своим тоном и своими словами',
    source: 'S9',
    holds: ({ event, before, after }) => {
      const last = shownIn(after).at(-1)
      return implies(
        event.type === 'notification.show',
        shownIn(after).length === shownIn(before).length + 1 && last?.kind === event.kind && last?.tone === event.tone,
      )
    },
  },
  {
    says: 'Закрытое уходит одно, остальные остаются на своих местах',
    source: 'S9',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'notification.close' || event.type === 'notification.expired',
        isDeepStrictEqual(
          idsIn(after),
          idsIn(before).filter((id) => id !== (event as { id?: number }).id),
        ),
      ),
  },
  {
    says: 'Ушедшее не возвращается',
    source: 'S9',
    holds: ({ after }, past) => {
      const gone = past.flatMap((one) => idsIn(one.before).filter((id) => !idsIn(one.after).includes(id)))
      return !idsIn(after).some((id) => gone.includes(id))
    },
  },
  {
    says: 'Двух одинаковых номеров не бывает',
    source: 'S9',
    holds: ({ after }) => new Set(idsIn(after)).size === idsIn(after).length,
  },
  {
    says: 'Каждое исчезает само через 10 секунд',
    source: 'S4, S9',
    holds: ({ event, clocks, after }) =>
      implies(event.type === 'notification.show', clocks.includes(10_000)) && clocks.length >= shownIn(after).length,
  },
]
