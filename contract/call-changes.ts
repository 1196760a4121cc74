import type { Calls } from './calls.ts'

export type GetCall = Extract<keyof Calls, `GET ${string}`>
export type WriteCall = Exclude<keyof Calls, GetCall>

/** What a purchase, its basket or a place in a waiting list of the catalog changes. */
export const changedByPurchase = [
  'GET /v1/catalog/course/list',
  'GET /v1/catalog/student/course/list',
  'GET /v1/catalog/course/{id}',
  'GET /v1/catalog/course/{id}/student/list',
  'GET /v1/catalog/group/list',
  'GET /v1/catalog/group/student/list',
  'GET /v1/catalog/waiting-list/list',
  'GET /v1/catalog/basket/list',
  'GET /v1/schedule/offer/{token}/student/list',
  'GET /v1/profile/contract/list',
  'GET /v1/parent/children/schedule/list',
  'GET /v1/student/schedule/list',
  'GET /v1/learning/homework/list',
  'GET /v1/parent/children/schedule/groups/list',
  'GET /v1/student/schedule/groups/list',
] as const satisfies readonly GetCall[]

/** What a transfer to another group, or a place in its waiting list, changes. */
const changedByEnrolment = [
  'GET /{token}',
  'GET /v1/schedule/offer/{token}/student/list',
  'GET /v1/catalog/basket/list',
  'GET /v1/catalog/course/{id}/student/list',
  'GET /v1/catalog/group/student/list',
  'GET /v1/parent/children/schedule/list',
  'GET /v1/student/schedule/list',
  'GET /v1/learning/homework/list',
] as const
export const changedByTransfer = [
  'GET /v1/parent/children/schedule/list',
  'GET /v1/student/schedule/list',
  'GET /v1/learning/homework/list',
  'GET /v1/parent/children/schedule/groups/list',
  'GET /v1/student/schedule/groups/list',
  'GET /v1/parent/children/schedule/groups/to-change',
  'GET /v1/student/schedule/groups/to-change',
  'GET /v1/schedule/group/waiting-list/list',
  'GET /v1/schedule/group/transfer/list',
  'GET /v1/profile/contract/list',
  'GET /v1/profile/contract/{contractId}/history',
] as const satisfies readonly GetCall[]

const changedByRefund = [
  'GET /v1/admin/user/{id}/checkout/list',
  'GET /v1/admin/checkout/{checkoutId}/refund/preview',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/user/{id}',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

/** What a payment changes; the contracts change when it is booked, which the change stream announces. */
const changedByCheckout = [
  'GET /v1/profile/autopay/list',
  'GET /v1/profile/checkout/list',
  'GET /v1/profile/checkout/{checkoutId}',
  'GET /v1/profile/contract/list',
  'GET /v1/profile/contract/{contractId}/history',
] as const satisfies readonly GetCall[]

/** The scheme of the contract says that it is paid automatically. */
const changedByAutopay = [
  'GET /v1/profile/autopay/list',
  'GET /v1/profile/contract/list',
  'GET /v1/profile/checkout/list',
] as const satisfies readonly GetCall[]

/** Lessons end with it, and its instalments are not asked for. */
const changedByTermination = [
  ...changedByCheckout,
  'GET /v1/profile/contract/{contractId}/termination/preview',
  'GET /v1/parent/children/schedule/list',
  'GET /v1/student/schedule/list',
] as const satisfies readonly GetCall[]

/** What the staff does with a contract, one of its payments or its termination. */
const changedByContractAction = [
  'GET /v1/admin/contract/{contractId}',
  'GET /v1/admin/user/{id}/termination/list',
  'GET /v1/admin/contract/{contractId}/termination/preview',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/user/{id}',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByAccountControl = [
  'GET /v1/admin/user/{id}',
  'GET /v1/admin/user/list',
  'GET /v1/admin/user/{id}/join/preview',
  'GET /v1/admin/invitation/preview',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByDataRequest = [
  'GET /v1/admin/data-request/{id}',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

/** A request about data that is taken is also written to the audit log. */
const changedByTaking = [
  'GET /v1/admin/data-request/{id}',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByPairingCode = [
  'GET /v1/admin/user/{id}/pairing-code/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByServiceAccount = [
  'GET /v1/admin/service-account/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByWebhook = [
  'GET /v1/admin/webhook/list',
  'GET /v1/admin/webhook/{id}/delivery/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByBankLine = [
  'GET /v1/admin/bank-line/list',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

const changedByImport = [
  'GET /v1/admin/bank-line/list',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/import/list',
  'GET /v1/admin/import/{id}',
  'GET /v1/admin/audit/list',
] as const satisfies readonly GetCall[]

export const changedByOwnTicket = [
  'GET /v1/schedule/ticket/list',
  'GET /v1/schedule/ticket/{id}',
  'GET /v1/learning/unseen',
] as const satisfies readonly GetCall[]

export const readByTicketDesk = [
  'GET /v1/admin/ticket/{id}',
  'GET /v1/admin/ticket/queue',
] as const satisfies readonly GetCall[]

const changedByTicketDesk = [
  ...readByTicketDesk,
  'GET /v1/admin/ticket/response-time/list',
  'GET /v1/admin/audit/list',
  'GET /v1/learning/unseen',
] as const satisfies readonly GetCall[]

const changedByNews = [
  'GET /v1/admin/news/list',
  'GET /v1/admin/audit/list',
  'GET /v1/school-news/list',
  'GET /v1/school-news/{id}',
] as const satisfies readonly GetCall[]

/**
 * The calls whose cached answers a call makes stale, for every call that writes: a new one does not compile without its
 * row. The browser invalidates them after a success and after a refusal that shows that its copy is old.
 * An empty row belongs to a call that changes nothing that is cached, or whose answer replaces the cached one.
 */
export const callChanges: Record<WriteCall, readonly GetCall[]> = {
  'POST /v1/auth/oauth-result': [],
  'POST /v1/system/page-error': [],
  'POST /v1/auth/not-me/{secret}': [],
  'POST /v1/profile/bill': [],
  'POST /v1/profile/checkout': changedByCheckout,
  'POST /v1/profile/checkout/{checkoutId}/cancel': changedByCheckout,
  'POST /v1/profile/autopay': changedByAutopay,
  'POST /v1/profile/autopay/{autopayId}/stop': changedByAutopay,
  'POST /v1/profile/contract/{contractId}/signing/agree': ['GET /v1/profile/contract/{contractId}/signing'],
  'POST /v1/profile/contract/{contractId}/signing/send': [],
  'POST /v1/profile/contract/{contractId}/signing/sign': [
    'GET /v1/profile/contract/list',
    'GET /v1/profile/contract/{contractId}/history',
  ],
  'POST /v1/profile/contract/{contractId}/termination': changedByTermination,
  'POST /v1/profile/contract/{contractId}/termination/withdraw': changedByTermination,
  'POST /v1/profile/contract/{contractId}/termination/account': ['GET /v1/profile/contract/list'],
  'POST /v1/admin/contract/{contractId}/termination': changedByContractAction,
  'POST /v1/admin/termination/{terminationId}/withdraw': changedByContractAction,
  'POST /v1/admin/termination/{terminationId}/settle': changedByContractAction,
  'POST /v1/admin/contract-action/preview': [],
  'POST /v1/admin/contract/{contractId}/action': changedByContractAction,
  'POST /v1/admin/contract-action/{actionId}/undo': changedByContractAction,
  'POST /v1/admin/contract/{contractId}/sign': [
    'GET /v1/admin/contract/{contractId}',
    'GET /v1/admin/contract/{contractId}/signing',
    'GET /v1/admin/pending-work',
    'GET /v1/admin/work-queue/{queue}/list',
    'GET /v1/admin/user/{id}',
    'GET /v1/admin/audit/list',
  ],
  'POST /v1/payment-notification/{provider}': [],
  'POST /v1/admin/checkout/{checkoutId}/refund': changedByRefund,
  'POST /v1/admin/autopay/{autopayId}/stop': ['GET /v1/admin/user/{id}/autopay/list', 'GET /v1/admin/audit/list'],
  'POST /v1/admin/transfer/{transferId}/cancel': [
    'GET /v1/admin/pending-work',
    'GET /v1/admin/work-queue/{queue}/list',
    'GET /v1/admin/user/{id}',
    'GET /v1/admin/audit/list',
  ],
  'POST /v1/admin/work-queue/{queue}/{id}/take': changedByTaking,
  'POST /v1/admin/work-queue/{queue}/{id}/release': changedByTaking,
  'POST /v1/admin/payment-difference/{differenceId}/clear': changedByRefund,
  'POST /v1/admin/user/{id}/lock': changedByAccountControl,
  'POST /v1/admin/user/{id}/unlock': changedByAccountControl,
  'POST /v1/admin/user/{id}/end-sessions': changedByAccountControl,
  'POST /v1/admin/user/{id}/role': changedByAccountControl,
  'POST /v1/admin/user/{id}/guardian-rights': changedByAccountControl,
  'POST /v1/admin/user/{id}/guardian/{guardianId}/end': changedByAccountControl,
  'POST /v1/admin/user/{id}/guardian/{guardianId}/restore': changedByAccountControl,
  'POST /v1/admin/user/{id}/pairing-code': changedByPairingCode,
  'DELETE /v1/admin/user/{id}/pairing-code/{codeId}': changedByPairingCode,
  'POST /v1/admin/user/{id}/join': changedByAccountControl,
  'POST /v1/admin/user/{id}/join/undo': changedByAccountControl,
  'POST /v1/admin/user/{id}/invitation': changedByAccountControl,
  'DELETE /v1/admin/user/{id}/invitation': changedByAccountControl,
  'POST /v1/admin/invitation/queue': changedByAccountControl,
  'POST /v1/admin/bank-line/{id}/book': changedByBankLine,
  'POST /v1/admin/bank-line/{id}/dismiss': changedByBankLine,
  'POST /v1/admin/bank-line/{id}/reopen': changedByBankLine,
  'POST /v1/admin/bank-line/{id}/split': changedByBankLine,
  'POST /v1/admin/import': changedByImport,
  'POST /v1/admin/import/{id}/check': changedByImport,
  'POST /v1/admin/import/{id}/apply': changedByImport,
  'DELETE /v1/admin/import/{id}': changedByImport,
  'POST /v1/admin/service-account': changedByServiceAccount,
  'POST /v1/admin/service-account/{id}/secret': changedByServiceAccount,
  'DELETE /v1/admin/service-account/{id}': changedByServiceAccount,
  'POST /v1/admin/webhook': changedByWebhook,
  'POST /v1/admin/webhook/{id}/secret': changedByWebhook,
  'PATCH /v1/admin/webhook/{id}': changedByWebhook,
  'DELETE /v1/admin/webhook/{id}': changedByWebhook,
  'POST /v1/admin/webhook/{id}/replay': changedByWebhook,
  'POST /v1/admin/auth/login-as': [],
  'POST /v1/admin/auth/logout-as': [],
  // The tax office needs the full name.
  'PATCH /v1/profile': ['GET /v1/profile/password/sign-in-names', 'GET /v1/profile/tax-deduction'],
  'POST /v1/profile/data-request/deletion': ['GET /v1/profile/data-request/list'],
  'POST /v1/profile/data-request/correction': ['GET /v1/profile/data-request/list'],
  'POST /v1/profile/data-request/{id}/withdraw': ['GET /v1/profile/data-request/list'],
  'POST /v1/admin/data-request/{id}/take': changedByDataRequest,
  'POST /v1/admin/data-request/{id}/answer': changedByDataRequest,
  'POST /v1/profile/data-export': ['GET /v1/profile/data-export'],
  'POST /v1/profile/data-export/{id}/link': ['GET /v1/profile/data-export'],
  'POST /v1/profile/consent': ['GET /v1/profile', 'GET /v1/profile/consent/list'],
  'POST /v1/storage/avatar': [],
  'POST /v1/storage/ticket-file': [],
  'DELETE /v1/profile/account/{id}': ['GET /v1/profile/account/list'],
  'POST /v1/profile/account/verification/send': [],
  'POST /v1/profile/account/verification/verify': ['GET /v1/profile'],
  'POST /v1/profile/join/send': [],
  'POST /v1/profile/join/verify': [],
  'POST /v1/profile/join': [
    'GET /v1/profile/join/preview',
    'GET /v1/profile/account/list',
    'GET /v1/profile/children',
    'GET /v1/profile/password/sign-in-names',
    'GET /v1/profile/session/list',
    'GET /v1/profile/contract/list',
  ],
  'POST /v1/profile/guardian-rights': ['GET /v1/profile/guardian/list'],
  'POST /v1/profile/pairing-code': ['GET /v1/profile/guardian/list'],
  'DELETE /v1/profile/pairing-code/{id}': ['GET /v1/profile/guardian/list'],
  'POST /v1/profile/pairing/preview': [],
  // Another mark of the rights in the profile makes the page forget what it has read.
  'POST /v1/profile/pairing': ['GET /v1/profile/children', 'GET /v1/profile/guardian/list', 'GET /v1/system/menu'],
  'POST /v1/profile/password/set-first': [],
  'PATCH /v1/profile/password/change': ['GET /v1/profile/session/list'],
  'POST /v1/profile/two-factor/send': [],
  // A confirmed phone becomes a name to sign in with.
  'POST /v1/profile/two-factor/check': ['GET /v1/profile/password/sign-in-names'],
  'POST /v1/profile/notification/read': ['GET /v1/profile/notification/list', 'GET /v1/profile/notification/unread'],
  'PATCH /v1/profile/notification/settings': ['GET /v1/profile/notification/settings'],
  'POST /v1/profile/push-subscription': [
    'GET /v1/profile/push-subscription/list',
    'GET /v1/profile/notification/list',
    'GET /v1/profile/notification/unread',
  ],
  'POST /v1/push-subscription/renewal': [],
  'DELETE /v1/profile/push-subscription/{id}': ['GET /v1/profile/push-subscription/list'],
  'DELETE /v1/profile/session/{id}': ['GET /v1/profile/session/list'],
  'POST /v1/catalog/waiting-list/join': changedByPurchase,
  'DELETE /v1/catalog/waiting-list/{id}': changedByPurchase,
  'POST /v1/catalog/basket': changedByPurchase,
  'DELETE /v1/catalog/basket/{id}': changedByPurchase,
  'POST /v1/profile/contract/create-by-grocery-basket': changedByPurchase,
  'POST /v1/parent/children/schedule/groups/change': changedByTransfer,
  'POST /v1/student/schedule/groups/change': changedByTransfer,
  'DELETE /v1/schedule/group/transfer/{id}': changedByTransfer,
  'POST /v1/schedule/group/waiting-list/join': changedByTransfer,
  'DELETE /v1/schedule/group/waiting-list/{id}': changedByTransfer,
  'POST /v1/schedule/group/enroll': changedByEnrolment,
  'DELETE /v1/schedule/enrolment/{id}': changedByEnrolment,
  'POST /v1/schedule/ticket/create': ['GET /v1/schedule/ticket/list'],
  'POST /v1/schedule/absence/create': ['GET /v1/schedule/absence/list'],
  'DELETE /v1/schedule/absence/{id}': ['GET /v1/schedule/absence/list'],
  'POST /v1/schedule/ticket/{id}/reply': changedByOwnTicket,
  'POST /v1/schedule/ticket/{id}/read': [
    ...changedByOwnTicket,
    'GET /v1/profile/notification/list',
    'GET /v1/profile/notification/unread',
  ],
  'POST /v1/admin/ticket/{id}/message': changedByTicketDesk,
  'PATCH /v1/admin/ticket/{id}': changedByTicketDesk,
  'POST /v1/admin/news': changedByNews,
  'POST /v1/admin/news/preview': [],
  'PATCH /v1/admin/news/{id}': changedByNews,
  'POST /v1/admin/news/{id}/withdraw': changedByNews,
  'POST /v1/schedule/feed-link': [],
  'DELETE /v1/schedule/feed-link': [],
  'POST /v1/learning/unseen/seen': [
    'GET /v1/learning/unseen',
    'GET /v1/schedule/change/list',
    'GET /v1/learning/mark/newest',
  ],
  'PATCH /v1/profile/tax-deduction/particulars': ['GET /v1/profile/tax-deduction'],
  'POST /v1/profile/tax-deduction/certificate': ['GET /v1/profile/tax-deduction'],
}
