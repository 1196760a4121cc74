import type { CenterEntry } from '#src/machines/notification-center.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { beginsWith, done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, starts } from '#tests/model-runner/rule.ts'

const entryOf = ({ event }: Observation) => event as unknown as CenterEntry
const isUnread = (seen: Observation) => !entryOf(seen).isRead && !entryOf(seen).isImpersonating
const marked = (seen: Observation) => ['markRead', { id: entryOf(seen).id }] as const
const opened = (seen: Observation) => ['openPath', { path: entryOf(seen).path }] as const
const anew = () => ({ category: null, failure: null })
const markAll = ({ event }: Observation) => ({ readAll: { until: event.until } })

export const notificationCenterRules: readonly Rule[] = [
  beginsWith(
    { state: 'closed', context: { category: null, failure: null } },
    { title: 'Список уведомлений открывают сами', source: 'S7' },
  ),
  ...requirementRules([
    {
      title: 'Колокольчик открывает весь список; закрытый список забывает отбор и неудачу',
      source: 'S7',
      steps: [
        { in: 'closed', on: 'center.open', to: 'open.shown' },
        { in: 'open', on: 'center.close', to: 'closed', sets: anew },
      ],
    },
    {
      title: 'Отбор меняют, ничему другому не мешая',
      source: 'S7',
      steps: [{ in: 'open', on: 'category.choose', sets: ({ event }) => ({ category: event.category }) }],
    },
    {
      title: 'Открытое непрочитанное отмечается прочитанным, и страница ведёт к тому, о чём оно',
      source: 'S7',
      steps: [
        {
          in: 'open',
          on: 'entry.open',
          if: isUnread,
          to: 'closed',
          sets: anew,
          does: (seen) => [marked(seen), opened(seen)],
        },
        { in: 'open', on: 'entry.openElsewhere', if: isUnread, does: (seen) => [marked(seen)] },
      ],
    },
    {
      title: 'Прочитанное, и всё под чужим именем, открывается без отметки',
      source: 'S7, D-13',
      steps: [
        {
          in: 'open',
          on: 'entry.open',
          if: (seen) => !isUnread(seen),
          to: 'closed',
          sets: anew,
          does: (seen) => [opened(seen)],
        },
      ],
    },
    {
      title: 'Прочитанным отмечается всё до новейшего показанного',
      source: 'S7',
      steps: [
        { in: 'open.shown', on: 'read.all', to: 'open.marking', starts: markAll },
        { in: 'open.marking', on: done('readAll'), to: 'open.shown' },
      ],
    },
    {
      title: 'О неудаче отметки сказано, и можно попробовать снова',
      source: 'D-21',
      steps: [
        {
          in: 'open.marking',
          on: failed('readAll'),
          to: 'open.readFailed',
          sets: ({ event }) => ({ failure: { type: event.error.type } }),
        },
        {
          in: 'open.readFailed',
          on: 'read.all',
          to: 'open.marking',
          sets: () => ({ failure: null }),
          starts: markAll,
        },
      ],
    },
  ]),
  taggedOnly('busy', ['open.marking'], { title: 'Пока отметка идёт, видно, что занято', source: 'S8' }),
  {
    title: 'Под чужим именем ничего не отмечается прочитанным',
    source: 'D-13',
    holds: (seen) => implies(performs(seen, 'markRead'), !entryOf(seen).isImpersonating),
  },
  {
    title: 'Закрытый список ничего не отправляет',
    source: 'S7',
    holds: (seen) => implies(seen.after.matches('closed'), !starts(seen, 'readAll')),
  },
]
