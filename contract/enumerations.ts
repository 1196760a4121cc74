/** The enumerations of the wire (S3), spelled exactly so. Free of zod: the browser may import their values. */

export const paymentSchemes = [
  'StepByStep',
  'OnePayment',
  'Recurent',
  'BankInstallmentPlan',
  'Combo',
  'MaternalCapital',
] as const
export type PaymentScheme = (typeof paymentSchemes)[number]

export const paymentStatuses = ['Open', 'Closed', 'Canceled', 'Error', 'DeferredPayment'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const operationKinds = ['ReturnDS', 'ReturnTransferDS', 'ReceivingDS', 'ReceivingTransferDS'] as const
export type OperationKind = (typeof operationKinds)[number]

export const contractStatuses = ['Open', 'Concluded', 'Frozen', 'OnTermination', 'Termination', 'NotPaid'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const lessonFormats = ['webinar', 'offline', 'video', 'stream'] as const
export type LessonFormat = (typeof lessonFormats)[number]

export const scheduleCategories = ['lessons', 'examSubjects', 'conversations', 'vacations', 'selfStudy'] as const
export type ScheduleCategory = (typeof scheduleCategories)[number]

export const scheduleFilterKinds = [
  'conversations',
  'exam-subjects',
  'offline',
  'online',
  'vacations',
  'self-study',
] as const
export type ScheduleFilterKind = (typeof scheduleFilterKinds)[number]

export const calendarViews = ['month', 'week'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Of a grade book: mark by mark, or what each term came to. */
export const gradeBookViews = ['marks', 'totals'] as const
export type GradeBookView = (typeof gradeBookViews)[number]

/** What the schedule's page offers: a list by days besides the calendar views. */
export const scheduleViews = [...calendarViews, 'list'] as const
export type ScheduleView = (typeof scheduleViews)[number]

/** What can be laid over the schedule that is none of it. */
export const scheduleLayers = ['payments', 'events'] as const
export type ScheduleLayer = (typeof scheduleLayers)[number]

export const locales = ['ru', 'en'] as const
export type Locale = (typeof locales)[number]

/** What days, hours and sums are written by: English is British here, with the day before the month and 24 hours. */
export function formatLocale(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale
}

export const systemKinds = ['LK', 'LMS', 'WEB', 'EDCHECK', 'IAM', 'OTHER'] as const
export type SystemKind = (typeof systemKinds)[number]

export const lessonStates = ['planned', 'moved', 'cancelled'] as const
export type LessonState = (typeof lessonStates)[number]

/** Of a letter about the schedule. */
export const ticketStates = ['received', 'inProgress', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** Of a move to another group: its first lesson is still ahead, or it has taken effect, or it was taken back. */
export const moveStates = ['coming', 'done', 'withdrawn'] as const

/** Why a lesson of a new group does not fit: at the same time; too little time to get there; children far apart at once. */
export const moveConflicts = ['overlap', 'too-far', 'children-apart'] as const
export type MoveConflict = (typeof moveConflicts)[number]

/** Why a contract’s group cannot be changed now: `reason` of a present group. */
export const moveObstacles = [
  'frozen',
  'terminating',
  'not-paid',
  'moved-this-month',
  'move-under-way',
  'not-begun',
  'no-other-group',
] as const
export type MoveObstacle = (typeof moveObstacles)[number]

/** What a refused purchase, or one that was interrupted, founders on. */
export const purchaseObstacles = ['full', 'already-there', 'grade', 'enrolment-closed', 'scheme-gone'] as const
export type PurchaseObstacle = (typeof purchaseObstacles)[number]

/** What a contract in its present state waits for, and of whom. */
export const contractWaits = ['first-payment', 'overdue-payment', 'bank', 'fund', 'settlement'] as const
export type ContractWait = (typeof contractWaits)[number]

/** What a line of a payment schedule is: the words for it are the browser’s. `fund` and `bank` pay theirs themselves. */
export const paymentKinds = [
  'whole',
  'stage',
  'month',
  'first',
  'bank',
  'own',
  'fund',
  'own-rest',
  'other-group',
  /** Only its title says. */
  'other',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** What a contract’s documents are. */
export const contractDocuments = ['contract', 'bill', 'tax-certificate'] as const

/** What a tax office would send a certificate back for. */
export const taxObstacles = [
  'applicant-name',
  'applicant-birth-date',
  'applicant-tax-number',
  'student-name',
  'student-birth-date',
  'student-tax-number',
  'another-payer',
  'nothing-paid',
  'year-not-over',
  'too-long-ago',
] as const
export type TaxObstacle = (typeof taxObstacles)[number]

/** Of a certificate for the tax office: asked for, its sums are fixed, it can be downloaded. */
export const certificateStates = ['requested', 'prepared', 'ready'] as const
export type CertificateState = (typeof certificateStates)[number]

/** What enrolment in a campaign asks of a student, in the order in which it is shown. */
export const eligibilityRules = ['grade', 'studies-here', 'before-deadline', 'not-enrolled'] as const

/** What a person may not have seen yet. */
export const newsSections = ['schedule', 'grade-book'] as const
export type NewsSection = (typeof newsSections)[number]

/** What needs attention in somebody’s studies, and why; the most pressing first. */
export const attentionKinds = ['absences-in-a-row', 'homework-overdue', 'test-below-usual'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Route names of S2; `rki` is a known name without a route (D-17). */
export const routeNames = [
  'home',
  'logout',
  'catalog',
  'contracts-and-payments',
  'contracts-and-payments-detail',
  'events',
  'parent-home-page',
  'profile',
  'progress',
  'schedule',
  '2035',
  'schedule-change',
  'tax-deduction',
  'grade-book',
  'admin',
  'learning-progress',
  'oauth-result',
  '403',
  '404',
  '500',
  'rki',
  'catalog-course',
  'purchase',
  'not-me',
] as const
export type RouteName = (typeof routeNames)[number]

/** Of a user, by the last sign-in: within 30 days, longer ago, never yet; `closed` cannot sign in at all. */
export const userStatuses = ['active', 'away', 'new', 'closed'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Why an administrator may not log in as a user (D-13, D-37). */
export const loginAsObstacles = ['oneself', 'not-weaker'] as const
export type LoginAsObstacle = (typeof loginAsObstacles)[number]

/** What the audit log can be narrowed to; `contract/audit.ts` names what belongs to each. */
export const auditKinds = [
  'sign-in',
  'session',
  'account',
  'password',
  'contact',
  'code',
  'roles',
  'export',
  'import',
  'impersonation',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Of an entry: it came about, or it was refused. */
export const auditOutcomes = ['done', 'refused'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** What can change about the ways into an account, and is told of by a letter with «it was not me». */
export const wayInChanges = [
  'account-linked',
  'account-unlinked',
  'password-set',
  'password-changed',
  'email-changed',
  'phone-changed',
  'phone-confirmed',
  'new-device',
] as const
export type WayInChangeKind = (typeof wayInChanges)[number]

/** Icons are loaded by name (S2); `src/ui/icon.tsx` draws each of these. */
export const iconNames = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'award',
  'bell',
  'book',
  'calendar',
  'catalog',
  'check',
  'close',
  'contract-decline',
  'contract-neutral',
  'contract-success',
  'conversations',
  'download',
  'email',
  'events',
  'exam',
  'external',
  'eye',
  'eye-off',
  'filter',
  'grade-book',
  'home',
  'info',
  'list',
  'logo',
  'logout',
  'menu',
  'phone',
  'plus',
  'print',
  'profile',
  'progress',
  'refresh',
  'schedule-broadcast',
  'schedule-full-time',
  'schedule-self-study',
  'schedule-video',
  'schedule-webinar',
  'schedule-webinar-first-week',
  'search',
  'settings',
  'switch',
  'tax',
  'telegram',
  'u2035',
  'vacation',
  'vk',
  'wallet',
  'warning',
  'whatsapp',
  'yandex',
  'youtube',
] as const
export type IconName = (typeof iconNames)[number]

/** Why an external account was not linked: `linkError` of the address that the person comes back to. */
export const linkErrors = ['taken', 'cancelled', 'expired', 'refused', 'unreachable'] as const
export type LinkError = (typeof linkErrors)[number]
