import { notificationCategories } from '#contract/enumerations.ts'
import { json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { systemConfig } from '#tests/support/samples/system-config.ts'
import { taxDeduction } from '#tests/support/samples/tax-samples.ts'
import { joinPreview } from './join-preview.ts'

export const config = systemConfig({ isTracked: false })

/** Responses to requests that any page may send and no path tests. */
export const ordinary: Record<string, Reply> = {
  'GET /v1/system/config': json(config),
  'GET /v1/system/menu': json({
    items: [
      { key: 'events', title: 'Мероприятия', system: 'LK', route: 'events', url: null, icon: null },
      { key: 'progress', title: 'Успехи детей', system: 'LK', route: 'learning-progress', url: null, icon: null },
      { key: 'tax-deduction', title: 'Налоговый вычет', system: 'LK', route: 'tax-deduction', url: null, icon: null },
    ],
  }),
  'GET /v1/content/footer': json({ groups: [], phone: null, email: null, socials: [], legal: '', offerUrl: null }),
  'GET /v1/content/banners/list': json([]),
  'GET /v1/profile/events': json([]),
  'GET /v1/profile/children': json([]),
  'GET /v1/profile/guardian/list': json([]),
  'GET /v1/profile/data-request/list': json({ people: [], requests: [] }),
  'GET /v1/profile/data-export': json({ last: null, nextAt: null }),
  'GET /v1/profile/consent/list': json({ language: 'ru', information: [], texts: [], subjects: [], history: [] }),
  'GET /v1/profile/password/sign-in-names': json({ names: null }),
  'GET /v1/profile/visit/list': json([]),
  'GET /v1/profile/contract/list': json([]),
  'GET /v1/profile/autopay/list': json({ isOffered: false, autopays: [] }),
  'GET /v1/profile/checkout/methods': json({ methods: [] }),
  'GET /v1/profile/checkout/list': json([]),
  'GET /v1/catalog/basket/list': json([]),
  'GET /v1/catalog/waiting-list/list': json([]),
  'GET /v1/admin/pending-work': json({
    paymentDifferences: [],
    bankLines: null,
    signatures: [],
    today: { lessons: [], absences: 0, newTickets: 0 },
    queues: [],
  }),
  'GET /v1/admin/user/list': json({ items: [], total: 0, page: 1, pageSize: 50 }),
  'GET /v1/profile/session/list': json([]),
  'GET /v1/profile/account/list': json([]),
  'GET /v1/profile/join/preview': json(joinPreview),
  'GET /v1/learning/unseen': json([]),
  'GET /v1/schedule/ticket/recipient/list': json([]),
  'GET /v1/profile/notification/unread': json({ count: 0 }),
  'GET /v1/profile/notification/settings': json({
    channels: notificationCategories.map((category) => ({ category, app: true, email: true, sms: false, push: true })),
    pushDetails: false,
    children: [],
    frequency: 'daily',
    digestHour: 18,
    quietHours: null,
    timeZone: null,
    pausedUntil: null,
  }),
  'GET /v1/profile/push-subscription/list': json({ publicKey: null, devices: [] }),
  'GET /v1/learning/mark/newest': json([]),
  'GET /v1/learning/homework/list': json({ tasks: [], earlier: [] }),
  'GET /v1/teacher/day': json({ lessons: [], groups: [] }),
  'GET /v1/parent/children/schedule/list': json([]),
  'GET /v1/parent/children/progress/overview': json([]),
  'GET /v1/schedule/change/list': json([]),
  'GET /v1/schedule/group/waiting-list/list': json([]),
  'GET /v1/schedule/group/transfer/list': json([]),
  'GET /v1/schedule/ticket/list': json([]),
  'GET /v1/schedule/absence/list': json({ absences: [], students: [] }),
  'GET /v1/profile/tax-deduction': json(taxDeduction([])),
  'GET /readyz': json({}),
  'GET /healthz': json({}),
}
