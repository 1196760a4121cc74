/** Enumerations of the API (S3). Without zod: the browser may import their values. */

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

/** Of contracts that hold no place: terminated, or not paid in time. */
export const endedContractStatuses = ['Termination', 'NotPaid'] as const satisfies readonly ContractStatus[]

/** As the account shows it: a concluded contract whose school year is over is finished. */
export const displayedContractStatuses = [...contractStatuses, 'Finished'] as const
export type DisplayedContractStatus = (typeof displayedContractStatuses)[number]

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

const calendarViews = ['month', 'week'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Views of a grade book: marks, or totals per term. */
export const gradeBookViews = ['marks', 'totals'] as const
export type GradeBookView = (typeof gradeBookViews)[number]

/** Views of the schedule page: the calendar views, a day and a list. */
export const scheduleViews = [...calendarViews, 'day', 'list'] as const
export type ScheduleView = (typeof scheduleViews)[number]

/** Layers shown over the schedule. */
export const scheduleLayers = ['payments', 'events'] as const
export type ScheduleLayer = (typeof scheduleLayers)[number]

/** Colours of the pages: those of the system, or a choice. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Colour of the browser's own bars by theme: that of a card. */
export const themeColors = { light: '#ffffff', dark: '#1a1b1e' }

export const locales = ['ru', 'en'] as const
export type Locale = (typeof locales)[number]

/** Locale of `Intl` formats. English is British: day before month, 24 hours. */
export function formatLocale(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale
}

export const systemKinds = ['LK', 'LMS', 'WEB', 'EDCHECK', 'IAM', 'OTHER'] as const
export type SystemKind = (typeof systemKinds)[number]

export const lessonStates = ['planned', 'moved', 'cancelled'] as const
export type LessonState = (typeof lessonStates)[number]

/** States of a ticket. */
export const ticketStates = ['received', 'inProgress', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** What a ticket is about; each topic has a norm of hours to the answer (`ticketAnswerHours`). */
export const ticketTopics = ['schedule', 'payments', 'studies', 'technical', 'other'] as const
export type TicketTopic = (typeof ticketTopics)[number]

/** People of the school to whom a ticket may be addressed instead of the office of its topic. */
export const ticketRecipientRoles = ['teacher', 'curator'] as const
export type TicketRecipientRole = (typeof ticketRecipientRoles)[number]

/** Filter of the ticket queue by state. `open`: without an answer yet. */
export const ticketQueueStates = ['open', ...ticketStates, 'all'] as const

/** Messages of a ticket after its own text: of the author, of the school, between administrators. */
export const ticketMessageKinds = ['reply', 'answer', 'note'] as const
export type TicketMessageKind = (typeof ticketMessageKinds)[number]

/** Why a student will be absent. */
export const absenceReasons = ['illness', 'family', 'other'] as const
export type AbsenceReason = (typeof absenceReasons)[number]

/** What the form of an absence offers: the lesson, its day, or a range of days. */
export const absencePeriods = ['lesson', 'day', 'days'] as const

/** States of a transfer: before the first lesson, in effect, withdrawn. */
export const transferStates = ['coming', 'done', 'withdrawn'] as const

/** ISO weekdays as search parameters; 1 is Monday. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]

/** Orders of the catalog besides that of relevance: earliest first day, lowest price, most free places. */
export const courseSorts = ['start', 'price', 'places'] as const
export type CourseSort = (typeof courseSorts)[number]

/** By the hours of `dayPartHours`. */
export const dayParts = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof dayParts)[number]

/** Conflicts of a lesson of the new group: same time, too little travel time, children at distant places at once. */
export const transferConflicts = ['overlap', 'too-far', 'children-apart'] as const
export type TransferConflict = (typeof transferConflicts)[number]

/** Why no calendar shows a lesson yet: its place is not paid, or only the weekly times of its group are known. */
export const calendarGaps = ['not-paid', 'not-planned'] as const
export type CalendarGap = (typeof calendarGaps)[number]

/** Why a contract cannot be transferred now. */
export const transferObstacles = [
  'frozen',
  'terminating',
  'not-paid',
  'transferred-this-month',
  'transfer-under-way',
  'not-begun',
  'no-other-group',
] as const
export type TransferObstacle = (typeof transferObstacles)[number]

/** Obstacles of a purchase. */
export const purchaseObstacles = ['full', 'already-there', 'grade', 'enrolment-closed', 'scheme-gone'] as const
export type PurchaseObstacle = (typeof purchaseObstacles)[number]

/** How a person pays online: a card, or the fast payment system of the banks (СБП). */
export const checkoutMethods = ['card', 'sbp'] as const
export type CheckoutMethod = (typeof checkoutMethods)[number]

/**
 * `started`: asked of the provider, without its answer yet. `pending`: the person pays, or the bank has not decided.
 * `canceled`: given up by the person. A later receipt of a payment that ended unpaid makes it `paid`.
 */
export const checkoutStates = ['started', 'pending', 'paid', 'refused', 'expired', 'canceled'] as const
export type CheckoutState = (typeof checkoutStates)[number]

/** Why a payment was refused, as far as it changes what the person should do next. */
export const checkoutRefusals = [
  'insufficient-funds',
  'card-expired',
  'card-details-wrong',
  'confirmation-failed',
  'limit-reached',
  'bank-refused',
  'method-unavailable',
  'permission-revoked',
  'other',
] as const
export type CheckoutRefusal = (typeof checkoutRefusals)[number]

/** Why money was returned. `paid-twice`: nothing was left to pay when it arrived. */
export const refundReasons = ['paid-twice', 'contract-ended', 'termination', 'by-staff'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `saving`: agreed, with a payment that saves the card and is under way. */
export const autopayStates = ['saving', 'on', 'off'] as const

/**
 * Why automatic payments ended. `replaced`: agreed anew, or another person has agreed before. `payee-changed`: the money of
 * the branch is another legal entity's now.
 */
export const autopayEndReasons = [
  'stopped',
  'replaced',
  'not-saved',
  'permission-revoked',
  'card-expired',
  'access-lost',
  'contract-ended',
  'by-staff',
  'payee-changed',
] as const
export type AutopayEndReason = (typeof autopayEndReasons)[number]

/** `announced`: waits for its day, also for the next attempt. `skipped`: paid otherwise. */
export const chargeStates = ['announced', 'charging', 'paid', 'failed', 'skipped', 'stopped'] as const

/**
 * States of a termination: until the last day it can be withdrawn; then the money is settled, until nothing is to be
 * returned or paid.
 */
export const terminationStates = ['asked', 'returning', 'settled', 'withdrawn'] as const

/**
 * Why the account cannot terminate a contract by itself. `paid-by-institution`: a bank or a fund has paid a part of it, and
 * gets that back. `not-planned`: the timetable does not reach the end of the course, so a lesson has no price.
 */
export const terminationObstacles = [
  'not-in-force',
  'programme-2035',
  'transfer-under-way',
  'paid-by-institution',
  'not-planned',
  'course-over',
] as const
export type TerminationObstacle = (typeof terminationObstacles)[number]

export const refundStates = ['pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * How the payment provider and the ledger differ: a payment or refund of the provider is not in the ledger, took another sum
 * or cannot be read; a refund of ours is not at the provider, or the provider does not make it.
 */
export const paymentDifferenceKinds = [
  'payment-not-booked',
  'payment-other-sum',
  'payment-unreadable',
  'refund-not-booked',
  'refund-unreadable',
  'refund-missing',
  'refund-failed',
] as const
export type PaymentDifferenceKind = (typeof paymentDifferenceKinds)[number]

/** Who signs a contract. */
export const signatureSides = ['customer', 'school'] as const
export type SignatureSide = (typeof signatureSides)[number]
/** In what capacity the staff signs for the school, as contracts and signatures say it. */
export const staffCapacity = 'по поручению школы'

/** How a simple electronic signature was made: `automatic` by the representative whom the school's file names. */
export const signatureMethods = ['sms-code', 'email-code', 'second-factor', 'account', 'automatic'] as const
export type SignatureMethod = (typeof signatureMethods)[number]

/** What a contract waits for in its present status. */
export const contractWaitReasons = [
  'signature',
  'first-payment',
  'overdue-payment',
  'bank',
  'fund',
  'settlement',
] as const
export type ContractWaitReason = (typeof contractWaitReasons)[number]

/** Kinds of payments; the browser has their labels. `fund` and `bank` pay themselves. */
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
  /** Described by its title only. */
  'other',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** Kinds of documents of a contract. */
export const contractDocuments = ['contract', 'bill', 'tax-certificate'] as const

/** Missing data for which a tax office rejects a certificate. */
export const taxObstacles = [
  'applicant-name',
  'applicant-birth-date',
  'applicant-tax-number',
  'student-name',
  'student-birth-date',
  'student-tax-number',
  'data-erased',
  'child-closed',
  'another-payer',
  'maternity-capital',
  'nothing-paid',
  'year-not-over',
  'too-long-ago',
] as const
export type TaxObstacle = (typeof taxObstacles)[number]

/** Whose money an operation moved: only the applicant's own is deductible, maternity capital never is. */
export const taxPayers = ['applicant', 'another', 'maternity-capital'] as const
export type TaxPayer = (typeof taxPayers)[number]

/** Documents of a contract that the staff downloads. */
export const contractDocumentKinds = ['contract', 'bill', 'receipt', 'certificate'] as const
export type ContractDocumentKind = (typeof contractDocumentKinds)[number]

/** States of a tax certificate: requested, amounts fixed, downloadable. */
export const certificateStates = ['requested', 'prepared', 'ready'] as const
export type CertificateState = (typeof certificateStates)[number]

/** Eligibility rules of a campaign, in display order. */
export const eligibilityRules = ['grade', 'studies-here', 'before-deadline', 'not-enrolled'] as const

/** Sections with unseen items. */
export const unseenSections = ['schedule', 'grade-book'] as const
export type UnseenSection = (typeof unseenSections)[number]

/** Categories of notifications, in display order. */
export const notificationCategories = [
  'lessons',
  'marks',
  'homework',
  'payments',
  'enrolment',
  'documents',
  'tickets',
  'events',
  'news',
  'security',
] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** For whom a news item of the school is. */
/** What study groups are chosen by: their territory, their course, or one group itself. */
export const groupScopes = ['territory', 'course', 'group'] as const
export type GroupScope = (typeof groupScopes)[number]

export const newsAudiences = ['everyone', 'role', ...groupScopes] as const
export type NewsAudience = (typeof newsAudiences)[number]

/** A news item before its time, after it, and taken back. */
export const newsStates = ['scheduled', 'published', 'withdrawn'] as const
export type NewsState = (typeof newsStates)[number]

/** Categories of notifications about a student: a guardian may choose their channels for each child. */
export const studentNotificationCategories = ['lessons', 'marks', 'homework'] as const satisfies NotificationCategory[]

/** Where notifications go. */
export const notificationChannels = ['app', 'email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How often what can wait is sent. */
export const notificationFrequencies = ['at-once', 'daily', 'weekly'] as const
export type NotificationFrequency = (typeof notificationFrequencies)[number]

/** What needs attention in the studies of a child, the most urgent first. */
export const attentionKinds = ['absences-in-a-row', 'homework-overdue', 'test-below-usual'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/**
 * States of homework. `ended`: independent work that is over; whether it was done is not recorded.
 */
export const homeworkTaskStates = ['open', 'overdue', 'submitted', 'checked', 'ended'] as const
export type HomeworkTaskState = (typeof homeworkTaskStates)[number]

/** Route names of S2; `rki` is a known name without a route. */
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
  'group-comparison',
  'purchase',
  'not-me',
  'school-news',
  'homework',
  'messages',
  'payment',
  'verify',
] as const
export type RouteName = (typeof routeNames)[number]

/**
 * Status of a user by last sign-in: within 30 days, longer ago, never; `closed` has no account, `locked` may not sign in,
 * `joined` belongs to another account.
 */
export const userStatuses = ['active', 'away', 'new', 'closed', 'locked', 'joined'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Why an administrator may not impersonate a user. */
export const loginAsObstacles = ['oneself', 'not-weaker', 'joined'] as const
export type LoginAsObstacle = (typeof loginAsObstacles)[number]

/** Why two accounts cannot be joined; `same-studies`: both have records of the same studies. */
export const joinObstacles = [...loginAsObstacles, 'locked', 'both-imported', 'relatives', 'same-studies'] as const
export type JoinObstacle = (typeof joinObstacles)[number]

/**
 * Why a person cannot join an own account: no account or several have the proved contact, it gets its confirmation codes
 * elsewhere, its name differs, one has a role of the staff, or only the school can decide.
 */
export const ownJoinObstacles = [
  'unknown-contact',
  'shared-contact',
  'other-factor',
  'names-differ',
  'staff',
  'school-only',
] as const
export type OwnJoinObstacle = (typeof ownJoinObstacles)[number]

/** Whom a pairing code links with a child: a guardian, or the account of the child. */
export const pairingKinds = ['guardian', 'student'] as const
export type PairingKind = (typeof pairingKinds)[number]

export const pairingCodeStates = ['open', 'used', 'expired', 'revoked'] as const
export type PairingCodeState = (typeof pairingCodeStates)[number]

/**
 * Why a right pairing code does not work for a person: it is over, the person is a guardian of the child already, belongs to
 * the child's family otherwise or is a minor, the child has an account, the person's account has roles of
 * its own, or only the school can link it.
 */
export const pairingObstacles = [
  'used',
  'expired',
  'revoked',
  'already-guardian',
  'own-family',
  'minor',
  'has-account',
  'other-roles',
  'school-only',
] as const
export type PairingObstacle = (typeof pairingObstacles)[number]

/** What belongs to an account and moves when it is joined to another one. */
export const joinedKinds = [
  'children',
  'guardians',
  'contracts',
  'enrolments',
  'marks',
  'appointments',
  'absences',
  'teaching',
  'tickets',
  'linkedAccounts',
  'notifications',
  'settings',
  'panel',
] as const
export type JoinedKind = (typeof joinedKinds)[number]

/** The last invitation of a user; `none`: never invited, or accepted. */
export const invitationStates = ['none', 'queued', 'sent', 'expired', 'revoked'] as const

/** Filters of the audit log; `contract/people/audit.ts` has the actions of each. */
export const auditKinds = [
  'sign-in',
  'session',
  'account',
  'invitation',
  'password',
  'contact',
  'code',
  'roles',
  'export',
  'import',
  'payment',
  'contract',
  'integration',
  'ticket',
  'news',
  'data',
  'impersonation',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Sign-ins and sessions are most of the log, and seldom what the office looks for. */
export const auditKindsOfSignIns = ['sign-in', 'session'] as const satisfies readonly AuditKind[]

/** What an address narrows the log to; `all` also where fewer are the default. */
export const auditKindFilters = ['except-sign-ins', 'all', ...auditKinds] as const

/** Outcome of an audit entry. */
export const auditOutcomes = ['done', 'refused'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Changes of sign-in methods that the user is notified of with a revert link. */
export const signInMethodChanges = [
  'account-linked',
  'account-unlinked',
  'password-set',
  'password-changed',
  'email-changed',
  'phone-changed',
  'phone-confirmed',
  'new-device',
] as const
export type SignInMethodChangeKind = (typeof signInMethodChanges)[number]

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
  'smartphone',
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

/** What a person asks the school to do with personal data (152-FZ, articles 20 and 21). */
export const dataRequestKinds = ['correction', 'deletion'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

/** An accepted deletion waits for the job and can be withdrawn until then; a correction is done when it is answered. */
export const dataRequestStates = ['asked', 'accepted', 'refused', 'withdrawn', 'done'] as const
export type DataRequestState = (typeof dataRequestStates)[number]

/** What must end before the data of a person are deleted. */
export const deletionObstacles = ['contract', 'debt', 'money', 'autopay', 'child', 'staff'] as const
export type DeletionObstacle = (typeof deletionObstacles)[number]

/** What the law makes the school keep of a person. */
export const keptDocuments = ['contracts', 'payments', 'certificates'] as const
export type KeptDocument = (typeof keptDocuments)[number]

/** Laws that say how long documents are kept. */
export const retentionLaws = ['402-fz', 'tax-code', '125-fz', '54-fz'] as const
export type RetentionLaw = (typeof retentionLaws)[number]

/** Lists of what is stuck, for the staff of the school. */
export const workQueues = [
  'unsigned-unpaid',
  'paid-unsigned',
  'places-ending',
  'overdue',
  'payment-errors',
  'payment-differences',
  'refunds',
  'transfers',
  'certificates',
  'imports',
  'messages',
  'data-requests',
] as const
export type WorkQueue = (typeof workQueues)[number]

/** Parts of the admin panel. */
export const panelTabs = [
  'overview',
  'queues',
  'tickets',
  'absences',
  'users',
  'news',
  'audit',
  'imports',
  'integrations',
  'own',
] as const
export type PanelTab = (typeof panelTabs)[number]

/** Sections of the profile, each with an address of its own. */
export const profileSections = [
  'person',
  'security',
  'notifications',
  'consents',
  'data',
  'devices',
  'accounts',
  'appearance',
] as const
export type ProfileSection = (typeof profileSections)[number]

/** A copy of one's data: asked for, being made, ready, over, closed because a right was taken away, or not made. */
export const dataExportStates = ['asked', 'making', 'ready', 'expired', 'closed', 'failed'] as const
export type DataExportState = (typeof dataExportStates)[number]

/** What a person is asked to consent to, each by its own text. */
export const consentPurposes = ['marketing', 'counters', 'photographs'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** Why an external account was not linked: `linkError` of the return URL. */
export const linkErrors = ['taken', 'cancelled', 'expired', 'refused', 'unreachable'] as const
export type LinkError = (typeof linkErrors)[number]

/**
 * States of an import: its dry run, waiting for the decision of the administrator, its application, and the ends: applied
 * (at least in part), failed by a fault of the server, discarded.
 */
export const importStates = ['checking', 'checked', 'applying', 'applied', 'failed', 'discarded'] as const
export type ImportState = (typeof importStates)[number]

/** What became of money of a bank file that was not booked by itself: `foreign` is not to be booked to a contract. */
export const bankLineStates = ['waiting', 'booked', 'foreign'] as const
export type BankLineState = (typeof bankLineStates)[number]

/** What speaks for a contract: its number or its bill is named, a number like it, a payer of its people, the sum. */
export const bankLineHints = ['named', 'bill', 'misspelt', 'payer', 'sum'] as const
export type BankLineHint = (typeof bankLineHints)[number]

/** The three branches of the school; also the variants of the grade book. */
export const branches = ['school', 'academy', 'college'] as const
export type Branch = (typeof branches)[number]
