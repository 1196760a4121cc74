import type { AnswerOf, Given, ParamsOf, QueryOf } from './call.ts'
import type { Calls } from './calls.ts'
import type { Locale, RouteName } from './enumerations.ts'
import type { ProgressGroup } from './learning.ts'
import type { RoleCheck, RoleGroup } from './roles.ts'
import {
  brokenSearch,
  type CatalogSearch,
  type ContractDetailSearch,
  cameFrom,
  catalogSearch,
  contractDetailSearch,
  contractSearch,
  courseSearch,
  eventSearch,
  type GradeBookSearch,
  gradeBookSearch,
  lostSearch,
  oauthResultSearch,
  type PanelSearch,
  type ProgrammeSearch,
  type ProgressSearch,
  type PurchaseSearch,
  panelSearch,
  profileSearch,
  programmeSearch,
  progressSearch,
  purchaseSearch,
  refusedSearch,
  type ScheduleChangeSearch,
  type ScheduleSearch,
  scheduleChangeSearch,
  scheduleSearch,
  type TaxSearch,
  taxSearch,
} from './screen-searches.ts'

/**
 * What a screen is (S2, S6), one row each. Route files, the guard, the served document, its preloads, the menu, titles
 * and tracking read it here; a screen that is added is in all of them by its row.
 */
export type Screen = {
  name: RouteName
  /** In the form that links use; `$id` is a parameter. Null for a name without a route (`rki`, D-17). */
  address: string | null
  /** The heading and the document's title (D-14). */
  title: Record<Locale, string>
  layout: 'default' | 'error' | 'empty' | 'header-and-footer'
  /** Analytics label of the page; the name where there is none (S1). */
  page?: string
  /** The screen above it, whose item of the menu stays marked. */
  under?: RouteName
  /** One of these checks must pass (S6, D-11). */
  requires?: readonly RoleCheck[]
  /** Refused to whoever passes one of these checks. */
  refuses?: readonly RoleCheck[]
  /** The groups that it has something for; the others are told so, and offered a switch (D-8). */
  groups?: readonly RoleGroup[]
  /** Entered without asking anything (S4). */
  open?: true
  /** What it reads of its address (D-18). */
  search?: (raw: object) => object
  /** What it asks for first besides what its frame does: asked beside its code, and brought along by the document. */
  firstCalls?: (asker: Asker, search: never, params: AddressParams) => FirstCall[]
}

/** What the address has in the places of `$id` and its like. */
export type AddressParams = Readonly<Record<string, string>>

/** Who opens a screen, and when. Days are YYYY-MM-DD of the school's zone. */
export type Asker = {
  isVisitor: boolean
  group: RoleGroup | null
  today: string
  /** The last of the days that the home page looks ahead to. */
  lastDayInSight: string
  linkProviders: readonly string[]
}

type Get = Extract<keyof Calls, `GET ${string}`>
type ArgsOf<A extends Get> = Given<'query', QueryOf<Calls[A]>> & Given<'params', ParamsOf<Calls[A]>>

export type FirstCall = {
  call: Get
  args?: { query?: object; params?: Record<string, string> }
  /** A list in pages, of which the first is asked for. */
  inPages?: true
  /** No page waits for it: its failure is nobody's problem (D-39). */
  optional?: true
  /** What the answer makes the screen ask for as well. */
  next?: (answer: never) => FirstCall[]
}

/** Those who have a schedule and marks of their own, or of their children. */
export const family = ['parent', 'student'] as const
/** Where the two families of the schedule's calls stand (D-8). */
export const callFamilies = { parent: 'parent/children', student: 'student' } as const

export const screens = {
  home: {
    name: 'home',
    address: '/',
    title: { ru: 'Личный кабинет', en: 'Personal account' },
    layout: 'default',
  },
  logout: {
    name: 'logout',
    address: '/logout',
    title: { ru: 'Выход', en: 'Signing out' },
    layout: 'empty',
    open: true,
    search: cameFrom,
  },
  catalog: {
    name: 'catalog',
    address: '/catalog',
    title: { ru: 'Каталог курсов', en: 'Course catalogue' },
    layout: 'header-and-footer',
    search: catalogSearch,
    firstCalls: (_, shown: CatalogSearch) => [ask('GET /v1/catalog/course/list', { query: courseFilterOf(shown) })],
  },
  'catalog-course': {
    name: 'catalog-course',
    address: '/catalog/$id',
    title: { ru: 'Курс', en: 'Course' },
    layout: 'header-and-footer',
    under: 'catalog',
    search: courseSearch,
    firstCalls: ({ group: selected }, _, { id = '' }) => [
      ask('GET /v1/catalog/course/{id}', { params: { id } }),
      ...(fits({ groups: family }, selected)
        ? [{ ...ask('GET /v1/catalog/course/{id}/student/list', { params: { id } }), optional: true as const }]
        : []),
    ],
  },
  purchase: {
    name: 'purchase',
    address: '/catalog/$id/purchase',
    title: { ru: 'Запись на курс', en: 'Course enrolment' },
    layout: 'header-and-footer',
    under: 'catalog',
    groups: family,
    search: purchaseSearch,
    firstCalls: (_, { child, basket, contract }: PurchaseSearch, { id = '' }) => [
      ask('GET /v1/catalog/course/{id}', { params: { id } }),
      // A visitor’s is answered with 401, which leads to sign-in and back to this step (D-6).
      ask('GET /v1/catalog/course/{id}/student/list', { params: { id } }),
      ...(basket === undefined
        ? []
        : [ask('GET /v1/catalog/basket/{id}', { params: { id: basket }, query: { studentUuid: child } })]),
      ...(contract === undefined ? [] : [ask('GET /v1/profile/contract/list')]),
    ],
  },
  'contracts-and-payments': {
    name: 'contracts-and-payments',
    address: '/contracts-and-payments',
    title: { ru: 'Договоры и оплата', en: 'Contracts and payments' },
    layout: 'default',
    page: 'documents_and_payments',
    search: contractSearch,
    firstCalls: ({ group: selected }) => [
      ask('GET /v1/profile/contract/list'),
      // What was begun in the catalog is a help: the contracts stand without it.
      ...(fits({ groups: family }, selected)
        ? [ask('GET /v1/catalog/basket/list'), ask('GET /v1/catalog/queue/list')].map((call) => ({
            ...call,
            optional: true as const,
          }))
        : []),
    ],
  },
  'contracts-and-payments-detail': {
    name: 'contracts-and-payments-detail',
    address: '/contracts-and-payments/$id',
    title: { ru: 'Договор', en: 'Contract' },
    layout: 'default',
    page: 'documents_and_payments',
    under: 'contracts-and-payments',
    search: contractDetailSearch,
    firstCalls: ({ group: selected }, _: ContractDetailSearch, { id = '' }) => [
      askOn('GET /v1/profile/contract/list', (contracts) =>
        contracts
          .filter(({ uuid }) => uuid === id)
          .map(({ uuid: contractId }) => ({
            ...ask('GET /v1/profile/contract/{contractId}/history', { params: { contractId } }),
            optional: true as const,
          })),
      ),
      ...(selected === 'parent' || selected === 'student'
        ? [ask(`GET /v1/${callFamilies[selected]}/schedule/groups/list`), ask('GET /v1/schedule/group/move/list')].map(
            (call) => ({ ...call, optional: true as const }),
          )
        : []),
    ],
  },
  events: {
    name: 'events',
    address: '/events',
    title: { ru: 'Мероприятия', en: 'Events' },
    layout: 'default',
    search: eventSearch,
    firstCalls: () => [ask('GET /v1/profile/events')],
  },
  'parent-home-page': {
    name: 'parent-home-page',
    address: '/home-page',
    title: { ru: 'Главная', en: 'Home' },
    layout: 'default',
    refuses: ['student'],
    groups: ['parent'],
    firstCalls: ({ today, lastDayInSight }) => [
      ask('GET /v1/profile/children'),
      // Each block stands alone: what one of them cannot have leaves the rest of the page as it is.
      ...[
        ...[...new Set([today, lastDayInSight].map(monthOf))].map((month) =>
          ask('GET /v1/parent/children/schedule/list', { query: { month_date: month } }),
        ),
        ask('GET /v1/schedule/change/list'),
        ask('GET /v1/learning/mark/newest'),
        ask('GET /v1/schedule/group/queue/list', { query: {} }),
        ask('GET /v1/schedule/group/move/list'),
        ask('GET /v1/schedule/ticket/list'),
        ask('GET /v1/profile/contract/list'),
        ask('GET /v1/profile/events'),
      ].map((call) => ({ ...call, optional: true as const })),
    ],
  },
  profile: {
    name: 'profile',
    address: '/profile',
    title: { ru: 'Профиль', en: 'Profile' },
    layout: 'default',
    page: 'profile',
    search: profileSearch,
    // A visitor's one call is answered with 401, which leads to sign-in (D-6).
    firstCalls: ({ isVisitor, group: selected, linkProviders }) =>
      isVisitor
        ? [ask('GET /v1/profile/session/list')]
        : [
            ...(selected === 'parent' ? [ask('GET /v1/profile/children')] : []),
            ...(linkProviders.length > 0 ? [ask('GET /v1/profile/account/list')] : []),
            ask('GET /v1/profile/session/list'),
            ask('GET /v1/profile/visit/list'),
          ],
  },
  progress: {
    name: 'progress',
    address: '/progress',
    title: { ru: 'Успеваемость', en: 'Progress' },
    layout: 'default',
    page: 'progress',
    groups: ['parent'],
    search: progressSearch,
    firstCalls: (_, search: ProgressSearch) => [
      ask('GET /v1/profile/children'),
      askOn('GET /v1/parent/children/progress/groups', (groups) => {
        const shown = progressShown(groups, search)
        if (shown === undefined) return []
        const query = { studentUuid: shown.studentUuid, groupId: shown.groupId }
        return [
          ask('GET /v1/parent/children/progress/list', { query }),
          ask('GET /v1/parent/children/progress/trend', { query }),
        ]
      }),
    ],
  },
  schedule: {
    name: 'schedule',
    address: '/schedule',
    title: { ru: 'Расписание', en: 'Schedule' },
    layout: 'default',
    groups: family,
    search: scheduleSearch,
    // A visitor asks as a student: the 401 is what leads to sign-in (D-6).
    firstCalls: ({ isVisitor, group: selected, today }, { date = today, filter }: ScheduleSearch) => {
      const month = { query: { month_date: monthOf(date) } }
      if (isVisitor) return [ask('GET /v1/student/schedule/list', month)]
      return [
        ...(selected === 'parent'
          ? [ask('GET /v1/profile/children'), ask('GET /v1/parent/children/schedule/list', month)]
          : [ask('GET /v1/student/schedule/list', month)]),
        { ...ask('GET /v1/schedule/change/list'), optional: true },
        ...(filter?.layer?.includes('payments') ? [ask('GET /v1/profile/contract/list')] : []),
        ...(filter?.layer?.includes('events') ? [ask('GET /v1/profile/events')] : []),
      ]
    },
  },
  '2035': {
    name: '2035',
    address: '/2035',
    title: { ru: 'Программа «2035»', en: '“2035” programme' },
    layout: 'default',
    page: '2035',
    groups: family,
    search: programmeSearch,
    // A visitor's menu has no offer: what needs a session is what leads to sign-in (D-6).
    firstCalls: ({ isVisitor }, { token }: ProgrammeSearch) =>
      token === undefined && !isVisitor
        ? [askOn('GET /v1/system/menu', (menu) => callsOfOffer(offerTokenIn(menu)))]
        : callsOfOffer(token ?? unknownToken),
  },
  'schedule-change': {
    name: 'schedule-change',
    address: '/change-schedule',
    title: { ru: 'Смена группы', en: 'Change of group' },
    layout: 'default',
    groups: family,
    search: scheduleChangeSearch,
    firstCalls: ({ group: selected }, search: ScheduleChangeSearch) => [
      ...(selected === 'parent' ? [ask('GET /v1/profile/children')] : []),
      ...changeCallsOf(callFamilies[selected === 'parent' ? 'parent' : 'student'], search),
    ],
  },
  'tax-deduction': {
    name: 'tax-deduction',
    address: '/tax-deduction',
    title: { ru: 'Налоговый вычет', en: 'Tax deduction' },
    layout: 'default',
    search: taxSearch,
    // A visitor’s is answered with 401, which leads to sign-in (D-6).
    firstCalls: ({ today }, { year = lastYearOver(today) }: TaxSearch) => [
      ask('GET /v1/profile/tax-deduction', { query: { year } }),
    ],
  },
  'grade-book': {
    name: 'grade-book',
    address: '/grade-book/',
    title: { ru: 'Журнал оценок', en: 'Grade book' },
    layout: 'default',
    groups: family,
    search: gradeBookSearch,
    // Which term is present only the list knows: an address that names it saves a round. What the page chooses by itself
    // the document brings (`server/page/later-calls.ts`): as code it would weigh on every screen.
    firstCalls: ({ group: selected }, shown: GradeBookSearch) => [
      ask(selected === 'parent' ? 'GET /v1/parent/children/grade-book/list' : 'GET /v1/student/grade-book/books'),
      { ...ask('GET /v1/learning/mark/newest'), optional: true },
      ...callsOfBook(selected, shown),
    ],
  },
  admin: {
    name: 'admin',
    address: '/adm-panel/',
    title: { ru: 'Панель администратора', en: 'Administration panel' },
    layout: 'default',
    requires: ['admin'],
    search: panelSearch,
    firstCalls: (_, shown: PanelSearch) => [
      shown.tab === 'own'
        ? ask('GET /v1/profile/session/list')
        : shown.tab === 'audit'
          ? { ...ask('GET /v1/admin/audit/list', { query: auditFilterOf(shown) }), inPages: true }
          : { ...ask('GET /v1/admin/user/list', { query: userFilterOf(shown) }), inPages: true },
      ...(shown.user === undefined ? [] : [ask('GET /v1/admin/user/{id}', { params: { id: shown.user } })]),
    ],
  },
  'learning-progress': {
    name: 'learning-progress',
    address: '/learning-progress',
    title: { ru: 'Успехи детей', en: 'Children’s progress' },
    layout: 'default',
    requires: ['parent'],
    firstCalls: () => [ask('GET /v1/profile/children'), ask('GET /v1/parent/children/progress/overview')],
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
    firstCalls: (_, __, { secret = '' }) => [ask('GET /v1/auth/not-me/{secret}', { params: { secret } })],
  },
  '403': {
    name: '403',
    address: '/403',
    title: { ru: 'Доступ запрещён', en: 'Access forbidden' },
    layout: 'error',
    open: true,
    search: refusedSearch,
  },
  '404': {
    name: '404',
    address: '/404',
    title: { ru: 'Страница не найдена', en: 'Page not found' },
    layout: 'error',
    open: true,
    search: lostSearch,
  },
  '500': {
    name: '500',
    address: '/500',
    title: { ru: 'Внутренняя ошибка сервера', en: 'Internal server error' },
    layout: 'error',
    open: true,
    search: brokenSearch,
  },
  rki: {
    name: 'rki',
    address: null,
    title: { ru: 'Русский как иностранный', en: 'Russian for foreigners' },
    layout: 'default',
  },
} as const satisfies { [Name in RouteName]: Screen & { name: Name } }

/** How many days the home page looks ahead, today being the first. */
export const daysInSight = 7

/** The calls of the frame, which every screen stands in, and of the session. */
export function frameCallsOf(group: RoleGroup | null): FirstCall[] {
  return [
    { call: 'GET /v1/system/menu' },
    { call: 'GET /v1/content/footer', optional: true },
    { call: 'GET /v1/content/banners/list', optional: true },
    ...(fits({ groups: family }, group) ? ([{ call: 'GET /v1/learning/news', optional: true }] as const) : []),
  ]
}

/** All that a screen asks for first; `search` is what its own `search` has read. */
export function firstCallsOf(screen: Screen, asker: Asker, search: object, params: AddressParams): FirstCall[] {
  return asker.isVisitor || fits(screen, asker.group) ? (screen.firstCalls?.(asker, search as never, params) ?? []) : []
}

/** Whether a screen has something for a role group (D-8). */
export function fits({ groups }: { groups?: Screen['groups'] | undefined }, group: RoleGroup | null): boolean {
  return groups === undefined || (group !== null && groups.includes(group))
}

/** The day that stands for a month in the schedule's call, so that all days of a month share one answer (D-23). */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The year that a declaration is about: the last one that no payment can be added to. */
export function lastYearOver(today: string): number {
  return Number(today.slice(0, 4)) - 1
}

/** What a grade book asks for beside the list, as far as the address tells (D-18). */
function callsOfBook(group: RoleGroup | null, { child, book, term }: GradeBookSearch): FirstCall[] {
  const owner = group === 'parent' ? child && { studentUuid: child } : {}
  if (!owner || book === undefined) return []
  const family = callFamilies[group === 'parent' ? 'parent' : 'student']
  const ofBook = { ...owner, bookUuid: book }
  return [
    ask(`GET /v1/${family}/grade-book/settings`, { query: ofBook }),
    ...(term === undefined
      ? []
      : [ask(`GET /v1/${family}/grade-book/journal-days`, { query: { ...ofBook, termUuid: term } })]),
  ]
}

/** The group whose progress is shown: the chosen one, else the child’s first. Undefined for a child that has none. */
export function progressShown(
  groups: readonly ProgressGroup[],
  { child = groups[0]?.studentUuid, group }: ProgressSearch,
): ProgressGroup | undefined {
  const own = groups.filter(({ studentUuid }) => studentUuid === child)
  return own.find(({ groupId }) => groupId === group) ?? own[0]
}

/** What each step of a change of group shows (`changeStepOf`). */
function changeCallsOf(calls: (typeof callFamilies)['parent' | 'student'], search: ScheduleChangeSearch): FirstCall[] {
  const { contract: contractUuid, territory: territoryUuid, group: groupUuid, step } = search
  const moves = ask('GET /v1/schedule/group/move/list')
  const groups = ask(`GET /v1/${calls}/schedule/groups/list`)
  const queues = (query: { contractUuid?: string }) => ask('GET /v1/schedule/group/queue/list', { query })
  if (contractUuid === undefined) return [groups, moves, queues({})]
  if (step === 'done') return [moves]
  if (groupUuid !== undefined)
    return [groups, ask('GET /v1/schedule/group/preview', { query: { contractUuid, groupUuid } })]
  if (territoryUuid === undefined) return [groups]
  const toChange = ask(`GET /v1/${calls}/schedule/groups/to-change`, { query: { contractUuid, territoryUuid } })
  return [groups, toChange, queues({ contractUuid })]
}

/** The token of the present offer, which the menu's item leads to (D-20); null while there is none. */
export function offerTokenIn({ items }: AnswerOf<Calls['GET /v1/system/menu']>): string | null {
  const { url = null } = items.find(({ route }) => route === '2035') ?? {}
  return url && new URL(url, 'https://any').searchParams.get('token')
}

/** Stands for no offer. */
export const unknownToken = 'A'.repeat(22)

function callsOfOffer(token: string | null): FirstCall[] {
  if (token === null) return []
  const params = { token }
  return [ask('GET /{token}', { params }), ask('GET /v1/schedule/offer/{token}/student/list', { params })]
}

/** What the catalog asks the list of courses for. */
export function courseFilterOf({ search, filter, page }: CatalogSearch) {
  return { search, filter, page }
}

/** What the panel asks the list of users for. */
export function userFilterOf({ search, filter = {} }: PanelSearch) {
  return { search, group: filter.group, status: filter.status }
}

/** What the panel asks the log for. */
export function auditFilterOf({ search, filter = {} }: PanelSearch) {
  const { kind, outcome, actor, subject, from, to } = filter
  return { search, kind, outcome, actor, subject, from, to }
}

/** A call as it is asked first, with the arguments that it takes. */
export function ask<A extends Get>(call: A, ...[args]: unknown extends ArgsOf<A> ? [] : [args: ArgsOf<A>]): FirstCall {
  return { call, ...(args && { args }) }
}

/** Asks, and goes on by what the answer is; for calls without arguments. */
function askOn<A extends Get>(call: A, next: (answer: AnswerOf<Calls[A]>) => FirstCall[]): FirstCall {
  return { call, next }
}
