import type { Locale, PanelTab, ProfileSection, RouteName } from './enumerations.ts'
import type { GuardianRight } from './people/guardian-rights.ts'
import type { RoleCheck, RoleGroup } from './roles.ts'
import {
  adminPanelSearch,
  catalogSearch,
  contractDetailSearch,
  contractSearch,
  courseSearch,
  eventSearch,
  forbiddenSearch,
  gradeBookSearch,
  groupComparisonSearch,
  homeworkSearch,
  logoutSearch,
  messagesSearch,
  notFoundSearch,
  oauthResultSearch,
  pageSearch,
  paymentSearch,
  profileSearch,
  programme2035Search,
  progressSearch,
  purchaseSearch,
  scheduleChangeSearch,
  scheduleSearch,
  schoolNewsSearch,
  serverErrorSearch,
  taxSearch,
  verifySearch,
} from './screen-search.ts'

/**
 * A screen (S2, S6), one row each. Route files, the route guard, server rendering, preloads, the menu, titles and
 * tracking read this table.
 */
export type Screen = {
  name: RouteName
  /** Path as links use it; `$id` is a parameter. Null for a name without a route (`rki`). */
  address: string | null
  /** The heading and the document's title (D-14). */
  title: Record<Locale, string>
  layout: 'default' | 'error' | 'empty' | 'header-and-footer'
  /** Analytics label of the page; the name where there is none. */
  page?: string
  /** Those whose menu has the screen. */
  audiences?: readonly MenuAudience[]
  /** Parent screen, whose menu item is marked as current. */
  under?: RouteName
  /** One of these checks must pass (S6, D-11). */
  requires?: readonly RoleCheck[]
  /** Refused to users who pass one of these checks. */
  refuses?: readonly RoleCheck[]
  /** Role groups that the screen serves; others are offered a switch. */
  groups?: readonly RoleGroup[]
  /** Closed to guardians to whom the school gives this right for no child. */
  needs?: GuardianRight
  /** Open without waiting for the session. */
  open?: true
  /** Ends the session by itself and shows what it did: the end of the session does not replace it by the sign-in page. */
  endsSession?: true
  /** No counter, tag manager, chat or profile service runs here: the page has secrets, codes, or data of other people. */
  withoutThirdParties?: true
  /** Reads its search parameters. */
  search?: (raw: object) => object
}

/** Who sees a menu item: a role group, users without a role, or visitors. */
export type MenuAudience = RoleGroup | 'none' | 'visitor'

/** Role groups with a schedule and marks, their own or of their children. */
export const familyRoleGroups = ['parent', 'student'] as const
/** Role groups that write to the school; administrators answer. */
export const ticketRoleGroups = [...familyRoleGroups, 'teacher'] as const
const signedIn = ['admin', 'parent', 'student', 'teacher', 'none'] as const

export const screens = {
  home: {
    name: 'home',
    address: '/',
    title: { ru: 'Личный кабинет', en: 'Personal account' },
    layout: 'default',
    audiences: ['student', 'teacher', 'admin'],
  },
  logout: {
    name: 'logout',
    address: '/logout',
    title: { ru: 'Выход', en: 'Signing out' },
    layout: 'error',
    withoutThirdParties: true,
    open: true,
    search: logoutSearch,
  },
  catalog: {
    name: 'catalog',
    address: '/catalog',
    title: { ru: 'Каталог курсов', en: 'Course catalogue' },
    layout: 'header-and-footer',
    audiences: [...signedIn, 'visitor'],
    search: catalogSearch,
  },
  'catalog-course': {
    name: 'catalog-course',
    address: '/catalog/$id',
    title: { ru: 'Курс', en: 'Course' },
    layout: 'header-and-footer',
    under: 'catalog',
    search: courseSearch,
  },
  'group-comparison': {
    name: 'group-comparison',
    address: '/catalog/comparison',
    title: { ru: 'Сравнение групп', en: 'Group comparison' },
    layout: 'header-and-footer',
    under: 'catalog',
    search: groupComparisonSearch,
  },
  purchase: {
    name: 'purchase',
    address: '/catalog/$id/purchase',
    title: { ru: 'Запись на курс', en: 'Course enrolment' },
    layout: 'header-and-footer',
    needs: 'enrols',
    under: 'catalog',
    groups: familyRoleGroups,
    search: purchaseSearch,
  },
  'contracts-and-payments': {
    name: 'contracts-and-payments',
    address: '/contracts-and-payments',
    title: { ru: 'Договоры и оплата', en: 'Contracts and payments' },
    layout: 'default',
    needs: 'seesContracts',
    audiences: [...familyRoleGroups, 'none'],
    page: 'documents_and_payments',
    search: contractSearch,
  },
  'contracts-and-payments-detail': {
    name: 'contracts-and-payments-detail',
    address: '/contracts-and-payments/$id',
    title: { ru: 'Договор', en: 'Contract' },
    layout: 'default',
    needs: 'seesContracts',
    page: 'documents_and_payments',
    under: 'contracts-and-payments',
    search: contractDetailSearch,
  },
  payment: {
    name: 'payment',
    address: '/payment',
    title: { ru: 'Оплата', en: 'Payment' },
    // No `needs`: who has lost the right to see contracts still reads what became of the own payment.
    layout: 'default',
    page: 'documents_and_payments',
    under: 'contracts-and-payments',
    search: paymentSearch,
  },
  verify: {
    name: 'verify',
    address: '/verify',
    title: { ru: 'Проверка договора', en: 'Contract verification' },
    layout: 'header-and-footer',
    withoutThirdParties: true,
    search: verifySearch,
  },
  events: {
    name: 'events',
    address: '/events',
    title: { ru: 'Мероприятия', en: 'Events' },
    layout: 'default',
    audiences: signedIn,
    search: eventSearch,
  },
  'school-news': {
    name: 'school-news',
    address: '/news',
    title: { ru: 'Новости школы', en: 'School news' },
    layout: 'default',
    search: schoolNewsSearch,
  },
  'parent-home-page': {
    name: 'parent-home-page',
    address: '/home-page',
    title: { ru: 'Главная', en: 'Home' },
    layout: 'default',
    audiences: ['parent'],
    refuses: ['student'],
    groups: ['parent'],
    search: pageSearch,
  },
  messages: {
    name: 'messages',
    address: '/messages',
    title: { ru: 'Сообщения', en: 'Messages' },
    layout: 'default',
    audiences: ticketRoleGroups,
    groups: ticketRoleGroups,
    search: messagesSearch,
  },
  profile: {
    name: 'profile',
    address: '/profile',
    title: { ru: 'Профиль', en: 'Profile' },
    layout: 'default',
    audiences: signedIn,
    page: 'profile',
    search: profileSearch,
  },
  progress: {
    name: 'progress',
    address: '/progress',
    title: { ru: 'Посещаемость и задания', en: 'Attendance and homework' },
    layout: 'default',
    needs: 'seesLearning',
    under: 'homework',
    page: 'progress',
    groups: ['parent'],
    search: progressSearch,
  },
  homework: {
    name: 'homework',
    address: '/homework',
    title: { ru: 'Домашние задания', en: 'Homework' },
    layout: 'default',
    needs: 'seesLearning',
    audiences: familyRoleGroups,
    groups: familyRoleGroups,
    search: homeworkSearch,
  },
  schedule: {
    name: 'schedule',
    address: '/schedule',
    title: { ru: 'Расписание', en: 'Schedule' },
    layout: 'default',
    needs: 'seesLearning',
    audiences: familyRoleGroups,
    groups: familyRoleGroups,
    search: scheduleSearch,
  },
  '2035': {
    name: '2035',
    address: '/2035',
    title: { ru: 'Программа «2035»', en: '“2035” programme' },
    layout: 'default',
    needs: 'enrols',
    audiences: familyRoleGroups,
    page: '2035',
    groups: familyRoleGroups,
    search: programme2035Search,
  },
  'schedule-change': {
    name: 'schedule-change',
    address: '/change-schedule',
    title: { ru: 'Смена группы', en: 'Change group' },
    layout: 'default',
    needs: 'enrols',
    audiences: familyRoleGroups,
    groups: familyRoleGroups,
    search: scheduleChangeSearch,
  },
  'tax-deduction': {
    name: 'tax-deduction',
    address: '/tax-deduction',
    title: { ru: 'Налоговый вычет', en: 'Tax deduction' },
    layout: 'default',
    needs: 'seesContracts',
    audiences: ['parent'],
    search: taxSearch,
  },
  'grade-book': {
    name: 'grade-book',
    address: '/grade-book/',
    title: { ru: 'Журнал оценок', en: 'Marks' },
    layout: 'default',
    needs: 'seesLearning',
    audiences: familyRoleGroups,
    groups: familyRoleGroups,
    search: gradeBookSearch,
  },
  admin: {
    name: 'admin',
    address: '/adm-panel/',
    title: { ru: 'Панель администратора', en: 'Administration panel' },
    layout: 'default',
    withoutThirdParties: true,
    audiences: ['admin'],
    requires: ['admin'],
    search: adminPanelSearch,
  },
  'learning-progress': {
    name: 'learning-progress',
    address: '/learning-progress',
    title: { ru: 'Посещаемость и задания', en: 'Attendance and homework' },
    layout: 'default',
    needs: 'seesLearning',
    under: 'homework',
    requires: ['parent'],
    search: pageSearch,
  },
  'oauth-result': {
    name: 'oauth-result',
    address: '/auth/oauth-result',
    title: { ru: 'Вход', en: 'Signing in' },
    layout: 'empty',
    withoutThirdParties: true,
    open: true,
    search: oauthResultSearch,
  },
  'not-me': {
    name: 'not-me',
    address: '/not-me/$secret',
    title: { ru: 'Это были не вы?', en: 'Not you?' },
    layout: 'error',
    withoutThirdParties: true,
    open: true,
    endsSession: true,
  },
  '403': {
    name: '403',
    address: '/403',
    title: { ru: 'Доступ запрещён', en: 'Access forbidden' },
    layout: 'error',
    withoutThirdParties: true,
    open: true,
    search: forbiddenSearch,
  },
  '404': {
    name: '404',
    address: '/404',
    title: { ru: 'Страница не найдена', en: 'Page not found' },
    layout: 'error',
    withoutThirdParties: true,
    open: true,
    search: notFoundSearch,
  },
  '500': {
    name: '500',
    address: '/500',
    title: { ru: 'Внутренняя ошибка сервера', en: 'Internal server error' },
    layout: 'error',
    withoutThirdParties: true,
    open: true,
    search: serverErrorSearch,
  },
  rki: {
    name: 'rki',
    address: null,
    title: { ru: 'Русский как иностранный', en: 'Russian as a foreign language' },
    layout: 'default',
    audiences: [...familyRoleGroups, 'visitor'],
  },
} as const satisfies { [Name in RouteName]: Screen & { name: Name } }

/** Titles of the parts of the admin panel. */
export const panelTitles: Record<PanelTab, Record<Locale, string>> = {
  overview: { ru: 'Обзор', en: 'Overview' },
  queues: { ru: 'Очереди', en: 'Work queues' },
  tickets: { ru: 'Сообщения', en: 'Messages' },
  absences: { ru: 'Отсутствия', en: 'Absences' },
  users: { ru: 'Пользователи', en: 'Users' },
  news: { ru: 'Новости', en: 'News' },
  audit: { ru: 'Журнал действий', en: 'Audit log' },
  imports: { ru: 'Загрузка данных', en: 'Data import' },
  integrations: { ru: 'Интеграции', en: 'Integrations' },
  own: { ru: 'Профиль', en: 'Profile' },
}

/** Titles of the sections of the profile. The page of the person has the title of the screen. */
export const profileSectionTitles: Record<ProfileSection, Record<Locale, string>> = {
  person: { ru: 'Личные данные', en: 'Personal details' },
  security: { ru: 'Вход и защита', en: 'Sign-in and security' },
  notifications: { ru: 'Уведомления', en: 'Notifications' },
  consents: { ru: 'Согласия', en: 'Consents' },
  data: { ru: 'Копия и удаление данных', en: 'Data copy and deletion' },
  devices: { ru: 'Устройства', en: 'Devices' },
  accounts: { ru: 'Привязанные аккаунты', en: 'Linked accounts' },
  appearance: { ru: 'Язык и оформление', en: 'Language and appearance' },
}

/**
 * Sections with passwords, codes, ways to sign in and the copy of one's data; the first one, also without its name, shows
 * pairing codes.
 */
const sectionsWithSecrets: readonly (ProfileSection | undefined)[] = [
  undefined,
  'person',
  'security',
  'data',
  'accounts',
]

/** Dialogs with the address of a calendar, codes of signatures or bank accounts. */
const dialogsWithSecrets: Partial<Record<RouteName, readonly string[]>> = {
  schedule: ['feed'],
  'contracts-and-payments-detail': ['sign', 'terminate', 'return-account'],
}

/** Whether no third party may run on a screen, as its search shows it. */
export function keepsOutThirdParties(
  screen: Screen,
  { section, dialog }: { section?: ProfileSection; dialog?: string },
): boolean {
  if (screen.withoutThirdParties || (screen.name === 'profile' && sectionsWithSecrets.includes(section))) return true
  return dialog !== undefined && dialogsWithSecrets[screen.name]?.includes(dialog) === true
}

/** Screens that the menu of an audience has. */
export type MenuScreenName = {
  [Name in RouteName]: (typeof screens)[Name] extends { audiences: readonly MenuAudience[] } ? Name : never
}[RouteName]

/** Whether a screen serves a role group. */
export function servesRoleGroup(
  { groups }: { groups?: Screen['groups'] | undefined },
  group: RoleGroup | null,
): boolean {
  return groups === undefined || (group !== null && groups.includes(group))
}
