import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { NotificationCategory } from '#contract/enumerations.ts'
import type { GuardianRight } from '#contract/people/guardian-rights.ts'
import { callInfiniteQuery } from './call-infinite-query.ts'
import { callQuery, offlineQuery, optionalQuery } from './call-query.ts'

export const childrenQuery = () => offlineQuery(callQuery('GET /v1/profile/children'))

type Children = AnswerOf<Calls['GET /v1/profile/children']>

/** The guardians and the codes of each child for whom the person has all rights. The card is absent without them. */
export const guardiansQuery = () => optionalQuery(callQuery('GET /v1/profile/guardian/list'))

/** The children for whom the person has a right. */
export const childrenOf = (right: GuardianRight) => ({
  ...childrenQuery(),
  select: (children: Children) => children.filter(({ withheld }) => !withheld?.includes(right)),
})

export const sessionsQuery = () => offlineQuery(callQuery('GET /v1/profile/session/list'), 'profile')

export const signInNamesQuery = () => offlineQuery(callQuery('GET /v1/profile/password/sign-in-names'))

/** What joining the proved account would move now; never an earlier answer. */
export const ownJoinPreviewQuery = () => ({
  ...optionalQuery(callQuery('GET /v1/profile/join/preview')),
  staleTime: 0,
  gcTime: 0,
})

export const accountsQuery = () => offlineQuery(callQuery('GET /v1/profile/account/list'))

/** Notifications of a category, or of all. The dialog shows the failure itself and keeps the page below it. */
export const notificationsQuery = (category: NotificationCategory | null) =>
  optionalQuery(callInfiniteQuery('GET /v1/profile/notification/list', { query: category ? { category } : {} }))

export const consentsQuery = () => offlineQuery(callQuery('GET /v1/profile/consent/list'))

export const dataRequestsQuery = () => callQuery('GET /v1/profile/data-request/list')

/** What a deletion would do now; never an earlier answer. */
export const deletionPreviewQuery = (subjectId: string) => ({
  ...optionalQuery(callQuery('GET /v1/profile/data-request/deletion-preview', { query: { subjectId } })),
  staleTime: 0,
  gcTime: 0,
})
/** The copy of one's data. The card shows the failure itself. */
export const dataExportQuery = () => optionalQuery(callQuery('GET /v1/profile/data-export'))

export const notificationSettingsQuery = () => offlineQuery(callQuery('GET /v1/profile/notification/settings'))

/** Number of unread notifications; no page waits for it. */
export const unreadNotificationsQuery = () => optionalQuery(callQuery('GET /v1/profile/notification/unread'))

/** Browsers that get push notifications. The card shows the failure itself. */
export const pushDevicesQuery = () => optionalQuery(callQuery('GET /v1/profile/push-subscription/list'))
