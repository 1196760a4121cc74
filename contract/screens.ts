import type { AnswerOf, Given, ParamsOf, QueryOf } from './call.ts'
import type { Calls } from './calls.ts'
import type { IconName, Locale, RouteName, SystemKind } from './enumerations.ts'
import type { ProgressGroup } from './learning/progress.ts'
import type { RoleCheck, RoleGroup } from './roles.ts'
import {
  type AdminPanelSearch,
  adminPanelSearch,
  type CatalogSearch,
  type ContractDetailSearch,
  type ContractSearch,
  catalogSearch,
  contractDetailSearch,
  contractSearch,
  courseSearch,
  eventSearch,
  forbiddenSearch,
  type GradeBookSearch,
  gradeBookSearch,
  logoutSearch,
  notFoundSearch,
  oauthResultSearch,
  type ProfileSearch,
  type ProgrammeSearch,
  type ProgressSearch,
  type PurchaseSearch,
  pageSearch,
  profileSearch,
  programmeSearch,
  progressSearch,
  purchaseSearch,
  type ScheduleChangeSearch,
  type ScheduleSearch,
  type SchoolNewsSearch,
  scheduleChangeSearch,
  scheduleSearch,
  schoolNewsSearch,
  serverErrorSearch,
  type TaxSearch,
  taxSearch,
} from './screen-search.ts'

/**
 * A screen (S2, S6), one row each. Route files, the route guard, server rendering, preloads, the menu, titles and
 * tracking read this table.
 */
export type Screen = {
  name: RouteName
  /** Path as links use it; `$id` is a parameter. Null for a name without a route (`rki`, D-17). */
  address: string | null
  /** The heading and the document's title (D-14). */
  title: Record<Locale, string>
  layout: 'default' | 'error' | 'empty' | 'header-and-footer'
  /** Analytics label of the page; the name where there is none (S1). */
  page?: string
  /** Its menu item; none without. */
  menu?: ScreenMenuItem
  /** Parent screen, whose menu item is marked as current. */
  under?: RouteName
  /** One of these checks must pass (S6, D-11). */
  requires?: readonly RoleCheck[]
  /** Refused to users who pass one of these checks. */
  refuses?: readonly RoleCheck[]
  /** Role groups that the screen serves; others are offered a switch (D-8). */
  groups?: readonly RoleGroup[]
  /** Open without waiting for the session (S4). */
  open?: true
  /** Ends the session by itself and shows what it did: the end of the session does not replace it by the sign-in page. */
  endsSession?: true
  /** Reads its search parameters (D-18). */
  search?: (raw: object) => object
  /**
   * Calls that the loader prefetches in parallel to the code and that server rendering embeds, besides those of the
   * layout.
   */
  prefetchCalls?: (context: ScreenContext, search: never, params: AddressParams) => PrefetchCall[]
}

/** Who sees a menu item: a role group, users without a role, or visitors. */
export type MenuAudience = RoleGroup | 'none' | 'visitor'

/** Sections of the menu, in their order. `more` is folded. */
export const menuSections = ['today', 'study', 'money', 'school', 'more'] as const
export type MenuSection = (typeof menuSections)[number]

/** Item of the menu. `system` is that of a link to another site. */
export type ScreenMenuItem = {
  position: number
  section: MenuSection
  icon: IconName
  audiences: readonly MenuAudience[]
  system?: SystemKind
  /** The title of the screen by default. */
  title?: Record<Locale, string>
  /** Name on the bottom bar of a phone, if the title is too long for it. */
  shortTitle?: Record<Locale, string>
  /** Place on the bottom bar of a phone; items without one follow. */
  barPosition?: number
}

/** Path parameters. */
export type AddressParams = Readonly<Record<string, string>>

/** Context of `prefetchCalls`. Days are YYYY-MM-DD in the school's time zone. */
export type ScreenContext = {
  isVisitor: boolean
  group: RoleGroup | null
  today: string
  /** The last day that the home page shows. */
  lastHomePageDay: string
  linkProviders: readonly string[]
}

type GetCall = Extract<keyof Calls, `GET ${string}`>
type ArgsOf<A extends GetCall> = Given<'query', QueryOf<Calls[A]>> & Given<'params', ParamsOf<Calls[A]>>

export type PrefetchCall = {
  call: GetCall
  args?: { query?: object; params?: Record<string, string> }
  /** A paginated list; the first page is fetched. */
  paginated?: true
  /** No page waits for it and its error is silent (D-39). */
  optional?: true
  /** Further calls that depend on the answer. */
  next?: (answer: never) => PrefetchCall[]
}

/** Role groups with a schedule and marks, their own or of their children. */
export const familyRoleGroups = ['parent', 'student'] as const
const signedIn = ['admin', 'parent', 'student', 'teacher', 'none'] as const
/** Path of the calls about the children of a parent, and about a student (D-8). */
export const callPaths = { parent: 'parent/children', student: 'student' } as const

export const screens = {
  home: {
    name: 'home',
    address: '/',
    title: { ru: 'Личный кабинет', en: 'Personal account' },
    layout: 'default',
    menu: {
      position: 1,
      section: 'today',
      icon: 'home',
      audiences: ['student', 'teacher', 'admin'],
      title: { ru: 'Главная', en: 'Home' },
      barPosition: 1,
    },
  },
  logout: {
    name: 'logout',
    address: '/logout',
    title: { ru: 'Выход', en: 'Signing out' },
    layout: 'empty',
    open: true,
    search: logoutSearch,
  },
  catalog: {
    name: 'catalog',
    address: '/catalog',
    title: { ru: 'Каталог курсов', en: 'Course catalogue' },
    layout: 'header-and-footer',
    menu: {
      position: 8,
      section: 'school',
      icon: 'catalog',
      audiences: [...signedIn, 'visitor'],
      shortTitle: { ru: 'Каталог', en: 'Courses' },
    },
    search: catalogSearch,
    prefetchCalls: (_, shown: CatalogSearch) => [
      prefetchCall('GET /v1/catalog/course/list', { query: courseFilterOf(shown) }),
    ],
  },
  'catalog-course': {
    name: 'catalog-course',
    address: '/catalog/$id',
    title: { ru: 'Курс', en: 'Course' },
    layout: 'header-and-footer',
    under: 'catalog',
    search: courseSearch,
    prefetchCalls: ({ group: selected }, _, { id = '' }) => [
      prefetchCall('GET /v1/catalog/course/{id}', { params: { id } }),
      ...(servesRoleGroup({ groups: familyRoleGroups }, selected)
        ? [{ ...prefetchCall('GET /v1/catalog/course/{id}/student/list', { params: { id } }), optional: true as const }]
        : []),
    ],
  },
  purchase: {
    name: 'purchase',
    address: '/catalog/$id/purchase',
    title: { ru: 'Запись на курс', en: 'Course enrolment' },
    layout: 'header-and-footer',
    under: 'catalog',
    groups: familyRoleGroups,
    search: purchaseSearch,
    prefetchCalls: (_, { child, basket, contract }: PurchaseSearch, { id = '' }) => [
      prefetchCall('GET /v1/catalog/course/{id}', { params: { id } }),
      // For a visitor the 401 starts sign-in, which returns to this step (D-6).
      prefetchCall('GET /v1/catalog/course/{id}/student/list', { params: { id } }),
      ...(basket === undefined
        ? []
        : [prefetchCall('GET /v1/catalog/basket/{id}', { params: { id: basket }, query: { studentUuid: child } })]),
      ...(contract === undefined ? [] : [prefetchCall('GET /v1/profile/contract/list')]),
    ],
  },
  'contracts-and-payments': {
    name: 'contracts-and-payments',
    address: '/contracts-and-payments',
    title: { ru: 'Договоры и оплата', en: 'Contracts and payments' },
    layout: 'default',
    menu: {
      position: 6,
      section: 'money',
      icon: 'wallet',
      audiences: [...familyRoleGroups, 'none'],
      shortTitle: { ru: 'Договоры', en: 'Contracts' },
      barPosition: 4,
    },
    page: 'documents_and_payments',
    search: contractSearch,
    prefetchCalls: (context, { tab }: ContractSearch) => {
      if (tab === 'today') return todayCallsOf(context)
      return [
        prefetchCall('GET /v1/profile/contract/list'),
        // Optional: the contracts do not depend on it.
        ...(servesRoleGroup({ groups: familyRoleGroups }, context.group)
          ? [prefetchCall('GET /v1/catalog/basket/list'), prefetchCall('GET /v1/catalog/queue/list')].map((call) => ({
              ...call,
              optional: true as const,
            }))
          : []),
      ]
    },
  },
  'contracts-and-payments-detail': {
    name: 'contracts-and-payments-detail',
    address: '/contracts-and-payments/$id',
    title: { ru: 'Договор', en: 'Contract' },
    layout: 'default',
    page: 'documents_and_payments',
    under: 'contracts-and-payments',
    search: contractDetailSearch,
    prefetchCalls: ({ group: selected }, _: ContractDetailSearch, { id = '' }) => [
      prefetchThen('GET /v1/profile/contract/list', (contracts) =>
        contracts
          .filter(({ uuid }) => uuid === id)
          .map(({ uuid: contractId }) => ({
            ...prefetchCall('GET /v1/profile/contract/{contractId}/history', { params: { contractId } }),
            optional: true as const,
          })),
      ),
      ...(selected === 'parent' || selected === 'student'
        ? [
            prefetchCall(`GET /v1/${callPaths[selected]}/schedule/groups/list`),
            prefetchCall('GET /v1/schedule/group/move/list'),
          ].map((call) => ({ ...call, optional: true as const }))
        : []),
    ],
  },
  events: {
    name: 'events',
    address: '/events',
    title: { ru: 'Мероприятия', en: 'Events' },
    layout: 'default',
    menu: {
      position: 9,
      section: 'school',
      icon: 'events',
      audiences: signedIn,
      shortTitle: { ru: 'События', en: 'Events' },
    },
    search: eventSearch,
    prefetchCalls: () => [prefetchCall('GET /v1/profile/events')],
  },
  'school-news': {
    name: 'school-news',
    address: '/news',
    title: { ru: 'Новости школы', en: 'School news' },
    layout: 'default',
    under: 'events',
    search: schoolNewsSearch,
    // For a visitor the 401 starts sign-in (D-6).
    prefetchCalls: (_, { item }: SchoolNewsSearch) => [
      { ...prefetchCall('GET /v1/school-news/list', { query: {} }), paginated: true },
      ...(item === undefined
        ? []
        : [{ ...prefetchCall('GET /v1/school-news/{id}', { params: { id: item } }), optional: true as const }]),
    ],
  },
  'parent-home-page': {
    name: 'parent-home-page',
    address: '/home-page',
    title: { ru: 'Главная', en: 'Home' },
    layout: 'default',
    menu: { position: 2, section: 'today', icon: 'home', audiences: ['parent'], barPosition: 1 },
    refuses: ['student'],
    groups: ['parent'],
    search: pageSearch,
    prefetchCalls: (context) => todayCallsOf({ ...context, group: 'parent' }),
  },
  profile: {
    name: 'profile',
    address: '/profile',
    title: { ru: 'Профиль', en: 'Profile' },
    layout: 'default',
    menu: { position: 12, section: 'more', icon: 'profile', audiences: signedIn },
    page: 'profile',
    search: profileSearch,
    // For a visitor the 401 of this call starts sign-in (D-6).
    prefetchCalls: (context, { tab }: ProfileSearch) => {
      const { isVisitor, group: selected, linkProviders } = context
      if (isVisitor) return [prefetchCall('GET /v1/profile/session/list')]
      if (tab === 'today') return todayCallsOf(context)
      return [
        ...(selected === 'parent' ? [prefetchCall('GET /v1/profile/children')] : []),
        ...(linkProviders.length > 0 ? [prefetchCall('GET /v1/profile/account/list')] : []),
        prefetchCall('GET /v1/profile/notification/settings'),
        prefetchCall('GET /v1/profile/session/list'),
        prefetchCall('GET /v1/profile/visit/list'),
      ]
    },
  },
  progress: {
    name: 'progress',
    address: '/progress',
    title: { ru: 'Посещаемость и задания', en: 'Attendance and homework' },
    layout: 'default',
    menu: { position: 5, section: 'study', icon: 'progress', audiences: ['parent'] },
    page: 'progress',
    groups: ['parent'],
    search: progressSearch,
    prefetchCalls: (_, search: ProgressSearch) => [
      prefetchCall('GET /v1/profile/children'),
      prefetchThen('GET /v1/parent/children/progress/groups', (groups) => {
        const shown = selectProgressGroup(groups, search)
        if (shown === undefined) return []
        const query = { studentUuid: shown.studentUuid, groupId: shown.groupId }
        return [
          prefetchCall('GET /v1/parent/children/progress/list', { query }),
          prefetchCall('GET /v1/parent/children/progress/trend', { query }),
        ]
      }),
    ],
  },
  schedule: {
    name: 'schedule',
    address: '/schedule',
    title: { ru: 'Расписание', en: 'Schedule' },
    layout: 'default',
    menu: { position: 3, section: 'today', icon: 'calendar', audiences: familyRoleGroups, barPosition: 2 },
    groups: familyRoleGroups,
    search: scheduleSearch,
    // A visitor uses the calls of a student: the 401 starts sign-in (D-6).
    prefetchCalls: ({ isVisitor, group: selected, today }, { date = today, filter }: ScheduleSearch) => {
      const month = { query: { month_date: monthKeyOf(date) } }
      if (isVisitor) return [prefetchCall('GET /v1/student/schedule/list', month)]
      return [
        ...(selected === 'parent'
          ? [prefetchCall('GET /v1/profile/children'), prefetchCall('GET /v1/parent/children/schedule/list', month)]
          : [prefetchCall('GET /v1/student/schedule/list', month)]),
        { ...prefetchCall('GET /v1/schedule/change/list'), optional: true },
        { ...prefetchCall('GET /v1/schedule/absence/list'), optional: true },
        ...(filter?.layer?.includes('payments') ? [prefetchCall('GET /v1/profile/contract/list')] : []),
        ...(filter?.layer?.includes('events') ? [prefetchCall('GET /v1/profile/events')] : []),
      ]
    },
  },
  '2035': {
    name: '2035',
    address: '/2035',
    title: { ru: 'Программа «2035»', en: '“2035” programme' },
    layout: 'default',
    menu: { position: 11, section: 'more', icon: 'u2035', audiences: familyRoleGroups },
    page: '2035',
    groups: familyRoleGroups,
    search: programmeSearch,
    // The menu of a visitor has no offer: the 401 of the placeholder token starts sign-in (D-6).
    prefetchCalls: ({ isVisitor }, { token }: ProgrammeSearch) =>
      token === undefined && !isVisitor
        ? [prefetchThen('GET /v1/system/menu', (menu) => offerCallsOf(offerTokenOf(menu)))]
        : offerCallsOf(token ?? placeholderToken),
  },
  'schedule-change': {
    name: 'schedule-change',
    address: '/change-schedule',
    title: { ru: 'Смена группы', en: 'Change group' },
    layout: 'default',
    menu: { position: 10, section: 'more', icon: 'switch', audiences: familyRoleGroups },
    groups: familyRoleGroups,
    search: scheduleChangeSearch,
    prefetchCalls: ({ group: selected }, search: ScheduleChangeSearch) => [
      ...(selected === 'parent' ? [prefetchCall('GET /v1/profile/children')] : []),
      ...scheduleChangeCallsOf(callPaths[selected === 'parent' ? 'parent' : 'student'], search),
    ],
  },
  'tax-deduction': {
    name: 'tax-deduction',
    address: '/tax-deduction',
    title: { ru: 'Налоговый вычет', en: 'Tax deduction' },
    layout: 'default',
    menu: { position: 7, section: 'money', icon: 'tax', audiences: ['parent'] },
    search: taxSearch,
    // For a visitor the 401 starts sign-in (D-6).
    prefetchCalls: ({ today }, { year = lastClosedYear(today) }: TaxSearch) => [
      prefetchCall('GET /v1/profile/tax-deduction', { query: { year } }),
    ],
  },
  'grade-book': {
    name: 'grade-book',
    address: '/grade-book/',
    title: { ru: 'Журнал оценок', en: 'Mark book' },
    layout: 'default',
    menu: {
      position: 4,
      section: 'study',
      icon: 'grade-book',
      audiences: familyRoleGroups,
      shortTitle: { ru: 'Оценки', en: 'Marks' },
      barPosition: 3,
    },
    groups: familyRoleGroups,
    search: gradeBookSearch,
    // Only the list says which term is current, so a URL that names the term saves a round trip. Calls for the default
    // selection are computed by the server (`server/ssr/prefetch.ts`), because that code would load with every screen.
    prefetchCalls: ({ group: selected }, shown: GradeBookSearch) => [
      prefetchCall(
        selected === 'parent' ? 'GET /v1/parent/children/grade-book/list' : 'GET /v1/student/grade-book/books',
      ),
      { ...prefetchCall('GET /v1/learning/mark/newest'), optional: true },
      ...gradeBookCallsOf(selected, shown),
    ],
  },
  admin: {
    name: 'admin',
    address: '/adm-panel/',
    title: { ru: 'Панель администратора', en: 'Administration panel' },
    layout: 'default',
    menu: { position: 1, section: 'school', icon: 'settings', audiences: ['admin'] },
    requires: ['admin'],
    search: adminPanelSearch,
    prefetchCalls: (_, shown: AdminPanelSearch) => [
      ...adminTabCallsOf(shown),
      ...(shown.user === undefined ? [] : [prefetchCall('GET /v1/admin/user/{id}', { params: { id: shown.user } })]),
    ],
  },
  'learning-progress': {
    name: 'learning-progress',
    address: '/learning-progress',
    title: { ru: 'Посещаемость и задания', en: 'Attendance and homework' },
    layout: 'default',
    under: 'progress',
    requires: ['parent'],
    search: pageSearch,
    prefetchCalls: () => [
      prefetchCall('GET /v1/profile/children'),
      prefetchCall('GET /v1/parent/children/progress/overview'),
    ],
  },
  'oauth-result': {
    name: 'oauth-result',
    address: '/auth/oauth-result',
    title: { ru: 'Вход', en: 'Signing in' },
    layout: 'empty',
    open: true,
    search: oauthResultSearch,
  },
  'not-me': {
    name: 'not-me',
    address: '/not-me/$secret',
    title: { ru: 'Это были не вы?', en: 'Not you?' },
    layout: 'error',
    open: true,
    endsSession: true,
    prefetchCalls: (_, __, { secret = '' }) => [prefetchCall('GET /v1/auth/not-me/{secret}', { params: { secret } })],
  },
  '403': {
    name: '403',
    address: '/403',
    title: { ru: 'Доступ запрещён', en: 'Access forbidden' },
    layout: 'error',
    open: true,
    search: forbiddenSearch,
  },
  '404': {
    name: '404',
    address: '/404',
    title: { ru: 'Страница не найдена', en: 'Page not found' },
    layout: 'error',
    open: true,
    search: notFoundSearch,
  },
  '500': {
    name: '500',
    address: '/500',
    title: { ru: 'Внутренняя ошибка сервера', en: 'Internal server error' },
    layout: 'error',
    open: true,
    search: serverErrorSearch,
  },
  rki: {
    name: 'rki',
    address: null,
    title: { ru: 'Русский как иностранный', en: 'Russian for foreigners' },
    layout: 'default',
    menu: {
      position: 13,
      section: 'more',
      icon: 'book',
      audiences: [...familyRoleGroups, 'visitor'],
      system: 'WEB',
    },
  },
} as const satisfies { [Name in RouteName]: Screen & { name: Name } }

/** Calls of the page with the user's day; a failed block does not affect the rest of the page. */
function todayCallsOf({ group, today, lastHomePageDay }: ScreenContext): PrefetchCall[] {
  const events = prefetchCall('GET /v1/profile/events')
  const optional = (calls: PrefetchCall[]) => calls.map((call) => ({ ...call, optional: true as const }))
  if (group === 'teacher') return optional([prefetchCall('GET /v1/teacher/day'), events])
  if (group !== 'parent' && group !== 'student') return optional([events])
  const months = sheetMonths(today, lastHomePageDay)
  return [
    ...(group === 'parent' ? [prefetchCall('GET /v1/profile/children')] : []),
    ...optional([
      ...months.map((month) =>
        prefetchCall(`GET /v1/${callPaths[group]}/schedule/list`, { query: { month_date: month } }),
      ),
      prefetchCall('GET /v1/schedule/change/list'),
      prefetchCall('GET /v1/learning/mark/newest'),
      prefetchCall('GET /v1/schedule/group/queue/list', { query: {} }),
      prefetchCall('GET /v1/schedule/group/move/list'),
      prefetchCall('GET /v1/schedule/ticket/list'),
      ...(group === 'parent' ? [prefetchCall('GET /v1/profile/contract/list')] : []),
      events,
    ]),
  ]
}

/** Parts of the audit log that the overview leads to. */
export const refusedSignInAudit = { tab: 'audit', filter: { kind: 'sign-in', outcome: 'refused' } } as const
export const importAudit = { tab: 'audit', filter: { kind: 'import' } } as const

function adminTabCallsOf(shown: AdminPanelSearch): PrefetchCall[] {
  const audit = (search: AdminPanelSearch) => ({
    ...prefetchCall('GET /v1/admin/audit/list', { query: auditFilterOf(search) }),
    paginated: true as const,
  })
  if (shown.tab === 'own') return [prefetchCall('GET /v1/profile/session/list')]
  if (shown.tab === 'audit') return [audit(shown)]
  if (shown.tab === 'absences')
    return [{ ...prefetchCall('GET /v1/admin/absence/list', { query: {} }), paginated: true }]
  if (shown.tab === 'news') return [{ ...prefetchCall('GET /v1/admin/news/list', { query: {} }), paginated: true }]
  if (shown.tab === 'tickets') return ticketTabCallsOf(shown)
  if (shown.tab === 'imports') return importTabCallsOf(shown)
  if (shown.tab === 'integrations')
    return [prefetchCall('GET /v1/admin/service-account/list'), prefetchCall('GET /v1/admin/webhook/list')]
  if (shown.tab !== 'overview')
    return [{ ...prefetchCall('GET /v1/admin/user/list', { query: userFilterOf(shown) }), paginated: true }]
  const unmappedRoles = prefetchCall('GET /v1/admin/unmapped-role/list')
  const failures = prefetchCall('GET /v1/admin/sign-in-failure/list')
  return [ticketQueueCall({}), failures, unmappedRoles, audit(importAudit)].map((call) => ({
    ...call,
    optional: true as const,
  }))
}

function importTabCallsOf({ item }: AdminPanelSearch): PrefetchCall[] {
  const history = { ...prefetchCall('GET /v1/admin/import/list', { query: {} }), paginated: true as const }
  return item === undefined ? [history] : [history, prefetchCall('GET /v1/admin/import/{id}', { params: { id: item } })]
}

function ticketQueueCall(shown: AdminPanelSearch) {
  return { ...prefetchCall('GET /v1/admin/ticket/queue', { query: ticketFilterOf(shown) }), paginated: true as const }
}

function ticketTabCallsOf(shown: AdminPanelSearch): PrefetchCall[] {
  const assignees = { ...prefetchCall('GET /v1/admin/ticket/assignee/list'), optional: true as const }
  if (shown.ticket !== undefined)
    return [prefetchCall('GET /v1/admin/ticket/{id}', { params: { id: shown.ticket } }), assignees]
  return [
    ticketQueueCall(shown),
    { ...prefetchCall('GET /v1/admin/ticket/response-time/list'), optional: true as const },
    assignees,
  ]
}

/** Days that the home page shows, including today. */
export const homePageDays = 7

/** Calls of the layout, which all screens share. */
export function layoutCallsOf(group: RoleGroup | null): PrefetchCall[] {
  return [
    { call: 'GET /v1/system/menu' },
    { call: 'GET /v1/content/footer', optional: true },
    { call: 'GET /v1/content/banners/list', optional: true },
    ...(group === null ? [] : [{ call: 'GET /v1/profile/notification/unread', optional: true } as const]),
    ...(servesRoleGroup({ groups: familyRoleGroups }, group)
      ? ([{ call: 'GET /v1/learning/unseen', optional: true }] as const)
      : []),
  ]
}

/** Calls to prefetch for a screen; `search` is the result of its own `search`. */
export function prefetchCallsOf(
  screen: Screen,
  context: ScreenContext,
  search: object,
  params: AddressParams,
): PrefetchCall[] {
  return context.isVisitor || servesRoleGroup(screen, context.group)
    ? (screen.prefetchCalls?.(context, search as never, params) ?? [])
    : []
}

/** Whether a screen serves a role group (D-8). */
export function servesRoleGroup(
  { groups }: { groups?: Screen['groups'] | undefined },
  group: RoleGroup | null,
): boolean {
  return groups === undefined || (group !== null && groups.includes(group))
}

/** First day of the month: all days of a month share one cached answer (D-23). */
export function monthKeyOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The months whose calendar sheets hold all days of a period of at most a month (D-23): one, or also the next. */
export function sheetMonths(from: string, to: string): string[] {
  const month = monthKeyOf(from)
  return to <= lastDayOfSheet(month) ? [month] : [month, monthKeyOf(to)]
}

/** The Sunday of the last week of a month. */
function lastDayOfSheet(month: string): string {
  const last = new Date(month)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  last.setUTCDate(last.getUTCDate() + ((7 - last.getUTCDay()) % 7))
  return last.toISOString().slice(0, 10)
}

/** The last closed year, which tax declarations are about. */
export function lastClosedYear(today: string): number {
  return Number(today.slice(0, 4)) - 1
}

/** Calls of a grade book besides the list, as far as the URL determines them (D-18). */
function gradeBookCallsOf(group: RoleGroup | null, { child, book, term }: GradeBookSearch): PrefetchCall[] {
  const owner = group === 'parent' ? child && { studentUuid: child } : {}
  if (!owner || book === undefined) return []
  const path = callPaths[group === 'parent' ? 'parent' : 'student']
  const ofBook = { ...owner, bookUuid: book }
  return [
    prefetchCall(`GET /v1/${path}/grade-book/settings`, { query: ofBook }),
    ...(term === undefined
      ? []
      : [prefetchCall(`GET /v1/${path}/grade-book/journal-days`, { query: { ...ofBook, termUuid: term } })]),
  ]
}

/**
 * Selects the group whose progress is shown: the chosen one, or the first of the child. Undefined for a child without
 * groups.
 */
export function selectProgressGroup(
  groups: readonly ProgressGroup[],
  { child = groups[0]?.studentUuid, group }: ProgressSearch,
): ProgressGroup | undefined {
  const own = groups.filter(({ studentUuid }) => studentUuid === child)
  return own.find(({ groupId }) => groupId === group) ?? own[0]
}

/** Calls of each step of a transfer (`scheduleChangeStepOf`). */
function scheduleChangeCallsOf(
  calls: (typeof callPaths)['parent' | 'student'],
  search: ScheduleChangeSearch,
): PrefetchCall[] {
  const { contract: contractUuid, territory: territoryUuid, group: groupUuid, step } = search
  const transfers = prefetchCall('GET /v1/schedule/group/move/list')
  const groups = prefetchCall(`GET /v1/${calls}/schedule/groups/list`)
  const waitingLists = (query: { contractUuid?: string }) =>
    prefetchCall('GET /v1/schedule/group/queue/list', { query })
  if (contractUuid === undefined) return [groups, transfers, waitingLists({})]
  if (step === 'done') return [transfers]
  if (groupUuid !== undefined)
    return [groups, prefetchCall('GET /v1/schedule/group/preview', { query: { contractUuid, groupUuid } })]
  const toChange = prefetchCall(`GET /v1/${calls}/schedule/groups/to-change`, { query: { contractUuid } })
  return territoryUuid === undefined ? [groups, toChange] : [groups, toChange, waitingLists({ contractUuid })]
}

/** Token of the current offer from the menu (D-20); null without an offer. */
export function offerTokenOf({ items }: AnswerOf<Calls['GET /v1/system/menu']>): string | null {
  const { url = null } = items.find(({ route }) => route === '2035') ?? {}
  return url && new URL(url, 'https://any').searchParams.get('token')
}

/** Placeholder of a token. */
export const placeholderToken = 'A'.repeat(22)

function offerCallsOf(token: string | null): PrefetchCall[] {
  if (token === null) return []
  const params = { token }
  return [
    prefetchCall('GET /{token}', { params }),
    prefetchCall('GET /v1/schedule/offer/{token}/student/list', { params }),
  ]
}

/** Query of the course list. */
export function courseFilterOf({ search, filter, page }: CatalogSearch) {
  return { search, filter, page }
}

/** Query of the user list. */
export function userFilterOf({ search, filter = {} }: AdminPanelSearch) {
  return { search, group: filter.group, status: filter.status }
}

/** Query of the audit log. */
export function auditFilterOf({ search, filter = {} }: AdminPanelSearch) {
  const { kind, outcome, reason, actor, subject, from, to } = filter
  return { search, kind, outcome, reason, actor, subject, from, to }
}

/** Query of the ticket queue. */
export function ticketFilterOf({ filter = {} }: AdminPanelSearch) {
  const { state, topic, assignee, overdue } = filter
  return { state, topic, assignee, overdue }
}

/** A prefetched call with typed arguments. */
export function prefetchCall<A extends GetCall>(
  call: A,
  ...[args]: unknown extends ArgsOf<A> ? [] : [args: ArgsOf<A>]
): PrefetchCall {
  return { call, ...(args && { args }) }
}

/** A prefetched call without arguments, and the calls that depend on its answer. */
function prefetchThen<A extends GetCall>(call: A, next: (answer: AnswerOf<Calls[A]>) => PrefetchCall[]): PrefetchCall {
  return { call, next }
}
