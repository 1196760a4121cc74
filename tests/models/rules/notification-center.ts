import type { CenterEntry } from '#src/machines/notification-center.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule, starts } from '#tests/model-runner/rule.ts'

const entryOf = ({ event }: Observation) => event as unknown as CenterEntry
const isUnread = (seen: Observation) => !entryOf(seen).isRead && !entryOf(seen).isImpersonating
const marked = (seen: Observation) => ['markRead', { id: entryOf(seen).id }] as const
const opened = (seen: Observation) => ['openPath', { path: entryOf(seen).path }] as const
const anew = () => ({ category: null, failure: null })
const markAll = ({ event }: Observation) => ({ readAll: { until: event.until } })

export const notificationCenterRules: readonly Rule[] = [
  beginsWith('Список уведомлений открывают сами', 'S7', {
    state: 'closed',
    context: { category: null, failure: null },
  }),
  ...requirementRules([
    requirement('Колокольчик открывает весь список; закрытый список забывает отбор и неудачу', 'S7', [
      { in: 'closed', on: 'center.open', to: 'open.shown' },
      { in: 'open', on: 'center.close', to: 'closed', sets: anew },
    ]),
    requirement('Отбор меняют, ничему другому не мешая', 'S7', {
      in: 'open',
      on: 'category.choose',
      sets: ({ event }) => ({ category: event.category }),
    }),
    requirement('Открытое непрочитанное отмечается прочитанным, и страница ведёт к тому, о чём оно', 'S7', [
      {
        in: 'open',
        on: 'entry.open',
        if: isUnread,
        to: 'closed',
        sets: anew,
        does: (seen) => [marked(seen), opened(seen)],
      },
      { in: 'open', on: 'entry.openElsewhere', if: isUnread, does: (seen) => [marked(seen)] },
    ]),
    requirement('Прочитанное, и всё под чужим именем, открывается без отметки', 'S7, D-13', {
      in: 'open',
      on: 'entry.open',
      if: (seen) => !isUnread(seen),
      to: 'closed',
      sets: anew,
      does: (seen) => [opened(seen)],
    }),
    requirement('Прочитанным отмечается всё до новейшего показанного', 'S7', [
      { in: 'open.shown', on: 'read.all', to: 'open.marking', starts: markAll },
      { in: 'open.marking', on: done('readAll'), to: 'open.shown' },
    ]),
    requirement('О неудаче отметки сказано, и можно попробовать снова', 'D-21', [
      {
        in: 'open.marking',
        on: failed('readAll'),
        to: 'open.readFailed',
        sets: ({ event }) => ({ failure: { type: event.error.type } }),
      },
      { in: 'open.readFailed', on: 'read.all', to: 'open.marking', sets: { failure: null }, starts: markAll },
    ]),
  ]),
  taggedOnly('Пока отметка идёт, видно, что занято', 'S8', 'busy', ['open.marking']),
  rule('Под чужим именем ничего не отмечается прочитанным', 'D-13', (seen) =>
    implies(performs(seen, 'markRead'), !entryOf(seen).isImpersonating),
  ),
  rule('Закрытый список ничего не отправляет', 'S7', (seen) =>
    implies(seen.after.matches('closed'), !starts(seen, 'readAll')),
  ),
]
