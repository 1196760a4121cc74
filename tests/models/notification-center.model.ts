import { notificationCenterMachine } from '#src/machines/notification-center.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { notificationCenterRules } from './rules/notification-center.ts'

export const unreadEntry = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f2a01', path: '/events' }
export const readEntry = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f2a02', path: '/profile' }
/** When the newest notification came. */
export const newest = '2035-08-30T09:00:00.000Z'

const entries = [
  { title: 'открыто непрочитанное', with: { ...unreadEntry, isRead: false, isImpersonating: false } },
  { title: 'открыто прочитанное', with: { ...readEntry, isRead: true, isImpersonating: false } },
  {
    title: 'непрочитанное открыл администратор под чужим именем',
    with: { ...unreadEntry, isRead: false, isImpersonating: true },
  },
]

export const notificationCenterModel: Model = {
  machine: notificationCenterMachine,
  rules: notificationCenterRules,
  title: 'Список уведомлений',
  problems: declaredProblems({ readAll: 'POST /v1/profile/notification/read' }),
  events: {
    'center.open': [{ title: 'нажат колокольчик' }],
    'center.close': [{ title: 'список закрыт' }],
    'category.choose': [
      { title: 'выбраны уведомления об оценках', with: { category: 'marks' } },
      { title: 'выбраны все уведомления', with: { category: null } },
    ],
    'read.all': [{ title: 'нажато «Отметить все прочитанными»', with: { until: newest } }],
    'entry.open': entries,
    'entry.openElsewhere': entries.map(({ title, with: entry }) => ({
      title: `${title} в другой вкладке`,
      with: entry,
    })),
    'xstate.done.actor.readAll': [{ title: 'все отмечены прочитанными' }],
    'xstate.error.actor.readAll': [
      refused('изменений слишком много', 'too-many-requests', { retryAfter: 60 }),
      refused('нет связи с сервером', 'offline'),
    ],
  },
  impossibleProblems: { 'readAll | invalid-values': 'время уведомления приходит с сервера' },
  states: {
    closed: 'список закрыт',
    open: 'список открыт',
    'open.shown': 'уведомления показаны',
    'open.marking': 'все отмечаются прочитанными',
    'open.readFailed': 'отметить не получилось',
  },
}
