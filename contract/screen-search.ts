import { safeReturnPath } from './auth/return-path.ts'
import { shownSignInFailures } from './auth/sign-in-failures.ts'
import type { CourseStudent } from './enrolment/catalog.ts'
import {
  auditKindFilters,
  auditOutcomes,
  bankLineStates,
  branches,
  type CheckoutState,
  checkoutMethods,
  courseSorts,
  dayParts,
  displayedContractStatuses,
  gradeBookViews,
  lessonFormats,
  linkErrors,
  panelTabs,
  paymentSchemes,
  profileSections,
  scheduleFilterKinds,
  scheduleLayers,
  scheduleViews,
  ticketQueueStates,
  ticketTopics,
  userStatuses,
  weekdays,
  workQueues,
} from './enumerations.ts'
import {
  auditReasonLength,
  contractNumberLength,
  maxCheckoutLines,
  maxComparedGroups,
  searchLength,
  verificationCodeLength,
} from './limits.ts'
import { roleGroups } from './roles.ts'
import {
  day,
  defineSearch,
  group,
  manyOf,
  oneOf,
  type ParamReader,
  pageNumber,
  type SearchReader,
  text,
  texts,
  uuid,
  uuids,
  verbatim,
  year,
} from './search-params.ts'

/** Search parameters of the screens; unknown ones are dropped. */

type PageReaders<Parts> = Parts & { tickets: typeof ticketsParameter }

/** A new ticket over the screen. Other values are of old links, which lead to the page of messages. */
const ticketsParameter = (raw: unknown) => oneOf(['new', 'list'])(raw) ?? uuid(raw)

const anyOrigin = 'https://account.invalid'

/** A path of the account; none that names another origin. */
const returnPath = (raw: unknown) => (safeReturnPath(raw, anyOrigin) === raw ? raw : undefined)

/** Search of a screen with menu: the dialog of a new ticket opens over it. */
function definePageSearch<Parts extends Record<string, ParamReader<unknown>>>(
  parts: Parts,
): SearchReader<PageReaders<Parts>> {
  return defineSearch({ ...parts, tickets: ticketsParameter })
}

/** Search of a screen that has only the parameter that all screens with menu have. */
export const pageSearch = definePageSearch({})

export const scheduleSearch = definePageSearch({
  /** Default: by width, the list on a phone and the month elsewhere. */
  view: oneOf(scheduleViews),
  /** Default: today. */
  date: day,
  filter: group({ kind: manyOf(scheduleFilterKinds), child: text(), layer: manyOf(scheduleLayers) }),
  /** Key of the open entry. */
  item: text(),
  /** Open dialog: filters on a phone, subscription, absence. */
  dialog: oneOf(['filters', 'feed', 'absence']),
})
export type ScheduleSearch = ReturnType<typeof scheduleSearch>

export const scheduleChangeSearch = definePageSearch({
  contract: uuid,
  territory: uuid,
  group: uuid,
  /** `done` shows the resulting transfer. */
  step: oneOf(['confirm', 'done']),
  /** Suitable times; not part of the flow. */
  filter: group({ day: manyOf(weekdays), hours: manyOf(dayParts) }),
})
export type ScheduleChangeSearch = ReturnType<typeof scheduleChangeSearch>

export const catalogSearch = definePageSearch({
  search: text(searchLength),
  filter: group({
    branch: manyOf(branches),
    subject: texts,
    grade: texts,
    format: manyOf(lessonFormats),
    territory: texts,
    day: manyOf(weekdays),
    hours: manyOf(dayParts),
  }),
  /** Child whose class fills the filter of grades; default: the only one. */
  child: uuid,
  /** Courses of all grades in spite of the child. */
  grades: oneOf(['all']),
  /** Only in the free time of the child. */
  free: oneOf(['yes']),
  /** Latest first day. */
  startBy: day,
  /** Default: relevance. */
  sort: oneOf(courseSorts),
  /** Default: 1. */
  page: pageNumber,
  /** Open dialog: filters on a phone. */
  dialog: oneOf(['filters']),
})
export type CatalogSearch = ReturnType<typeof catalogSearch>

export const courseSearch = definePageSearch({
  /** Student for whom the groups are checked; default: the first child. */
  child: uuid,
})

export const groupComparisonSearch = definePageSearch({
  groups: uuids(maxComparedGroups),
  /** Student for whom the groups are checked; default: the first one who may enrol. */
  child: uuid,
})

export const purchaseSearch = definePageSearch({
  child: uuid,
  group: uuid,
  scheme: oneOf(paymentSchemes),
  /** Basket to convert to a contract. */
  basket: uuid,
  /** The resulting contract. */
  contract: uuid,
})
export type PurchaseSearch = ReturnType<typeof purchaseSearch>

export const programme2035Search = definePageSearch({
  /** Token of the offer; default: that of the menu. */
  token: text(22),
  /** Opportunity of the open enrolment dialog. */
  enrol: uuid,
})

export const contractSearch = definePageSearch({
  filter: group({ child: text(), status: manyOf(displayedContractStatuses) }),
  /** The user's day, where this screen is the first one. */
  tab: oneOf(['today']),
})
export type ContractSearch = ReturnType<typeof contractSearch>

export const contractDetailSearch = definePageSearch({
  /** Payment whose bank details are open. */
  pay: uuid,
  /** Operation that a notification leads to. */
  operation: uuid,
  /** Open dialog: the contract is read and signed, or terminated, or the account for a return is named. */
  dialog: oneOf(['sign', 'terminate', 'return-account']),
})

export const paymentSearch = definePageSearch({
  /** Instalments to pay. */
  payment: uuids(maxCheckoutLines),
  method: oneOf(checkoutMethods),
  /** The instalments are being chosen; default: as soon as some are, how to pay them. */
  step: oneOf(['choose']),
  /** The payment that was started at the provider. */
  checkout: uuid,
})
export type PaymentSearch = ReturnType<typeof paymentSearch>

export const verifySearch = definePageSearch({
  /** As they are printed on a contract. */
  number: text(contractNumberLength),
  code: text(verificationCodeLength),
})

export const eventSearch = definePageSearch({
  when: oneOf(['past']),
  filter: group({ category: texts, format: manyOf(lessonFormats) }),
  /** Open event. */
  event: text(),
  /** Open dialog: filters on a phone. */
  dialog: oneOf(['filters']),
})
export type EventSearch = ReturnType<typeof eventSearch>

export const messagesSearch = definePageSearch({
  /** Open conversation. */
  ticket: uuid,
  search: text(searchLength),
})

/** The conversation of an old link to tickets over a screen (`tickets=list`, `tickets=<uuid>`); null for other searches. */
export function messagesOfOldLink({ tickets }: { tickets?: unknown }): { ticket?: string } | null {
  if (tickets === 'list') return {}
  const ticket = uuid(tickets)
  return ticket === undefined ? null : { ticket }
}

export const schoolNewsSearch = definePageSearch({
  /** Open news item. */
  item: uuid,
})

export const gradeBookSearch = definePageSearch({
  child: uuid,
  /** Default: the book of this school year. */
  book: uuid,
  /** Default: the current term. */
  term: uuid,
  /** The default depends on the variant of the book. */
  view: oneOf(gradeBookViews),
  /** Course shown alone. */
  course: uuid,
  /** Open mark, or day without a mark. */
  mark: uuid,
})
export type GradeBookSearch = ReturnType<typeof gradeBookSearch>

export const progressSearch = definePageSearch({
  /** Default: the first child and its first group. */
  child: uuid,
  group: uuid,
  /** Only lessons that need attention (missed, overdue, few points), or those with a comment of the teacher. */
  only: oneOf(['notable', 'commented']),
  /** Lesson that the page scrolls to and marks. */
  lesson: uuid,
})
export type ProgressSearch = ReturnType<typeof progressSearch>

export const homeworkSearch = definePageSearch({
  /** Default: all children. */
  child: uuid,
  /** A day of the week that is shown; default: today. */
  date: day,
})

export const taxSearch = definePageSearch({
  /** Default: the last closed year. */
  year,
  /** Student; default: the first one the user has paid for. */
  student: uuid,
  /** Open form with the personal details of the applicant or the student. */
  dialog: oneOf(['applicant', 'student']),
})

export const profileSearch = definePageSearch({
  /** Default: the person. */
  section: oneOf(profileSections, 'person'),
  /** Result of linking an account, from the return URL. */
  linked: text(),
  /** Open form. */
  dialog: oneOf([
    'names',
    'email',
    'phone',
    'confirm-email',
    'confirm-phone',
    'password',
    'join',
    'pairing',
    'pairing-code',
    'guardian-rights',
    'correction',
    'deletion',
  ]),
  /** The child of the open form. */
  child: uuid,
  /** The guardian of the open form. */
  guardian: uuid,
  /** The user's day, where this screen is the first one. */
  tab: oneOf(['today']),
  linkError: (raw) => oneOf(linkErrors)(raw) ?? (text()(raw) === undefined ? undefined : 'refused'),
  /** Where a sign-in goes on that stops at the consents. */
  next: returnPath,
})

export const adminPanelSearch = defineSearch({
  /** Default: what waits for the administrator. */
  tab: oneOf(panelTabs, 'overview'),
  search: text(searchLength),
  filter: group({
    group: oneOf(roleGroups),
    status: oneOf(userStatuses),
    kind: oneOf(auditKindFilters),
    outcome: oneOf(auditOutcomes),
    /** Reason of a refusal or of a failed match. */
    reason: text(auditReasonLength),
    actor: uuid,
    subject: uuid,
    from: day,
    to: day,
    state: oneOf(ticketQueueStates, 'open'),
    topic: oneOf(ticketTopics),
    assignee: (raw) => oneOf(['own', 'none'])(raw) ?? uuid(raw),
    overdue: oneOf(['yes']),
    /** Author of a ticket, or the child whom it is about. */
    person: uuid,
  }),
  /** Which list of what is stuck is shown. Default: the first that is not empty. */
  queue: oneOf(workQueues),
  /** Which money of bank files is shown. */
  lines: oneOf(bankLineStates, 'waiting'),
  /** Where a sign-in goes on that stops at the consents of the own account. */
  next: returnPath,
  /** Open ticket of the queue. */
  ticket: uuid,
  /** User whose card is open. */
  user: uuid,
  /** Contract whose card is open, and its payment in the open dialog. */
  contract: uuid,
  payment: uuid,
  /**
   * Service account, webhook, news item, online or automatic payment, difference or contract of the open dialog; the open
   * import.
   */
  item: uuid,
  /** Open dialog: filters on a phone, reason of an impersonation, the form of the own name or password, or an action on a user or an integration. */
  dialog: oneOf([
    'filters',
    'password',
    'login',
    'names',
    'lock',
    'unlock',
    'end-sessions',
    'role',
    'guardian-rights',
    'end-guardian',
    'restore-guardian',
    'invite',
    'withdraw-invitation',
    'join',
    'undo-join',
    'pairing-code',
    'refund',
    'stop-autopay',
    'terminate',
    'withdraw-termination',
    'settle-termination',
    'cancel-transfer',
    'difference',
    'countersign',
    'data-request',
    'contract-action',
    'undo-contract-action',
    'invite-all',
    'account-new',
    'account-secret',
    'account-revoke',
    'webhook-new',
    'webhook-events',
    'webhook-secret',
    'webhook-remove',
    'webhook-log',
    'news-new',
    'news-edit',
    'news-withdraw',
  ]),
})
export type AdminPanelSearch = ReturnType<typeof adminPanelSearch>

/** Unchanged parameters of the OAuth callback. */
export const oauthResultSearch = defineSearch({
  code: verbatim,
  session: verbatim,
  state: verbatim,
  from_url: verbatim,
  iss: verbatim,
  error: verbatim,
  error_description: verbatim,
})

/** 404 page: what was lost, if known. */
export const notFoundSearch = defineSearch({ lost: oneOf(['document']) })

/** Logout page: the previous URL; `after` if the session ended only here, and the provider whose session is open. */
export const logoutSearch = defineSearch({ from: text(), after: oneOf(['sign-out']), provider: text() })

/** 403 page: the previous URL, and what the browser blocks that sign-in needs. */
export const forbiddenSearch = defineSearch({ from: text(), without: oneOf(['cookies']) })

/** 500 page: the previous URL; of a failed sign-in, the reason and the id of the request. */
export const serverErrorSearch = defineSearch({
  from: text(),
  after: oneOf(['sign-in']),
  reason: oneOf(shownSignInFailures),
  request: uuid,
})

/** Steps of a purchase. The URL holds the step; the states of the machine have the same names. */
export type PurchaseStep = 'choosingChild' | 'choosingGroup' | 'choosingScheme' | 'reviewing' | 'done'

/** The step of a URL. A basket determines its student and group. */
export function purchaseStepOf({ child, group, scheme, basket, contract }: PurchaseSearch): PurchaseStep {
  if (contract !== undefined) return 'done'
  if (basket !== undefined) return 'reviewing'
  if (child === undefined) return 'choosingChild'
  if (group === undefined) return 'choosingGroup'
  return scheme === undefined ? 'choosingScheme' : 'reviewing'
}

/** The only student, who is preselected; undefined for none or several. */
export function singleStudentOf([only, ...others]: readonly CourseStudent[]): string | undefined {
  return others.length === 0 && only?.obstacle === null ? only.studentUuid : undefined
}

/** Steps of a transfer. The URL holds the step; the states of the machine have the same names. */
export type ScheduleChangeStep =
  | 'choosingGroup'
  | 'choosingTerritory'
  | 'choosingNewGroup'
  | 'comparing'
  | 'confirming'
  | 'done'

/** The step of a URL. The link of a held place has a group without a territory. */
export function scheduleChangeStepOf({
  contract,
  territory,
  group: chosen,
  step,
}: ScheduleChangeSearch): ScheduleChangeStep {
  if (contract === undefined) return 'choosingGroup'
  if (step === 'done') return 'done'
  if (chosen !== undefined) return step === 'confirm' ? 'confirming' : 'comparing'
  return territory === undefined ? 'choosingTerritory' : 'choosingNewGroup'
}

/** Steps of an online payment. The states of the machine have the same names. */
export type PaymentStep = 'choosing' | 'reviewing' | 'waiting' | 'paid' | 'refused' | 'expired' | 'canceled' | 'lost'

/**
 * The step of a URL and of the state of its checkout: `lost` if the person has no such checkout; one whose state is unknown
 * is waited for.
 */
export function paymentStepOf(
  { payment, step, checkout }: PaymentSearch,
  state: CheckoutState | 'lost' = 'pending',
): PaymentStep {
  if (checkout !== undefined) return state === 'started' || state === 'pending' ? 'waiting' : state
  return payment === undefined || step === 'choose' ? 'choosing' : 'reviewing'
}
