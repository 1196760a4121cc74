import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Locale, RouteName } from '#contract/enumerations.ts'
import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import { passesRoleCheck, type Role, type RoleGroup, rolesInGroup } from '#contract/roles.ts'
import { type MenuAudience, type MenuScreenName, type Screen, screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'
import { prepareRightsOfGuardian } from '#server/access/family-rights.ts'
import type { App, Session } from '#server/app-types.ts'
import { campaigns, offers } from '#server/db/schema/programs.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { menuEntries } from './menu-entries.ts'

type Entry = (typeof menuEntries)[MenuScreenName] & { route: MenuScreenName; audiences: readonly MenuAudience[] }

/** Menu items of the screens in the order of their positions. */
const entries: readonly Entry[] = (Object.keys(menuEntries) as MenuScreenName[])
  .map((route) => ({ ...menuEntries[route], route, audiences: screens[route].audiences }))
  .sort((one, other) => one.position - other.position)

export type MenuViewer = { roles: readonly Role[]; group: RoleGroup | null }

/** `offerToken`: the current 2035 campaign; null if there is none. */
export type MenuContext = {
  language: Locale
  webBaseUrl: string
  offerToken: string | null
  /** Links to other systems of the school, from SCHOOL_FILE. */
  links: readonly NonNullable<App['env']['SCHOOL']['menu']>[number][]
  /** Screens that no right of a guardian opens. */
  closed?: readonly RouteName[]
}

/** Menu of a user in the selected group, or of a visitor (null). */
export function buildMenu(viewer: MenuViewer | null, setting: MenuContext): MenuItem[] {
  // `rki` opens the public site, so it needs one.
  const shown = shownTo(viewer).filter(
    ({ route }) => (route !== 'rki' || setting.webBaseUrl !== '') && !setting.closed?.includes(route),
  )
  const audience = audienceOf(viewer)
  const own = shown.map(({ route, icon, system = 'LK', titleOf, title = screens[route].title }) => ({
    key: route,
    title: (titleOf?.[audience] ?? title)[setting.language],
    system,
    route,
    url: urlOf(route, setting),
    icon,
  }))
  const links = setting.links.filter(({ audiences }) => audiences.includes(audience))
  return [
    ...own,
    ...links.map(({ title, url, system, icon }) => {
      return { key: url, title: title[setting.language], system, route: null, url, icon }
    }),
  ]
}

function shownTo(viewer: MenuViewer | null): readonly Entry[] {
  const held = viewer ? rolesInGroup(viewer.roles, viewer.group) : []
  // Administrators have only the panel, whose parts the layout shows.
  if (passesRoleCheck('admin', held)) return entries.filter(({ route }) => route === 'admin')
  const audience = audienceOf(viewer)
  // The menu applies the same access rules as the screens.
  const mayEnter = ({ requires }: Screen) => requires?.some((check) => passesRoleCheck(check, held)) ?? true
  return entries.filter(({ route, audiences }) => audiences.includes(audience) && mayEnter(screens[route]))
}

/** Screens that need a right which the school has given for no child. */
function closedScreens(rights: GuardianRights): RouteName[] {
  return Object.values<Screen>(screens).flatMap(({ name, needs }) => (needs && !rights[needs] ? [name] : []))
}

function audienceOf(viewer: MenuViewer | null): MenuAudience {
  return viewer ? (viewer.group ?? 'none') : 'visitor'
}

function urlOf(route: RouteName, { webBaseUrl, offerToken }: MenuContext): string | null {
  if (route === 'rki') return `${webBaseUrl}/rki`
  return route === '2035' && offerToken ? `/2035?token=${offerToken}` : null
}

export type MenuQuery = (
  session: Session | null,
  language: Locale,
) => Promise<{ items: MenuItem[]; closed?: RouteName[] }>

/** Answers `GET /v1/system/menu`; the server-rendered page uses it too. */
export function prepareMenuQuery({ database, clock, env }: App): MenuQuery {
  const presentOffer = database
    .select({ token: offers.token })
    .from(offers)
    .innerJoin(campaigns, eq(campaigns.id, offers.campaignId))
    .where(and(eq(campaigns.kind, 'u2035'), gte(campaigns.enrolUntil, sql.placeholder('today'))))
    .orderBy(asc(campaigns.enrolUntil), asc(offers.token))
    .limit(1)
    .prepare('present_offer')

  const rightsOf = prepareRightsOfGuardian(database)

  return async (session, language) => {
    const [offer] =
      session?.group === 'parent' || session?.group === 'student'
        ? await presentOffer.execute({ today: dayInZone(clock(), env.TIME_ZONE) })
        : []
    const links = env.SCHOOL.menu ?? []
    const rights = session?.group === 'parent' ? await rightsOf(session.userId) : null
    const closed = rights === null ? [] : closedScreens(rights)
    const setting = { language, webBaseUrl: env.WEB_BASE_URL, offerToken: offer?.token ?? null, links, closed }
    return { items: buildMenu(session, setting), ...(closed.length > 0 && { closed }) }
  }
}
