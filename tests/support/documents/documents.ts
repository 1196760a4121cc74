import { rmSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { InitialState, RenderPage } from '#contract/render-page.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { Database } from '#server/db/client.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import { type DemoAccount, type DemoLogin, demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { hashToken } from '#server/security/tokens.ts'
import { openDemoDatabase } from '#tests/support/schools/demo-database.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { writeBuiltPages } from './built-pages.ts'

/** The users that open a screen: one of each role group, one without a role, and a visitor. */
export const viewers = {
  visitor: null,
  admin: { login: 'administrator', group: 'admin' },
  parent: { login: 'family', group: 'parent' },
  student: { login: 'student', group: 'student' },
  teacher: { login: 'teacher', group: 'teacher' },
  'a user without a role': { login: 'no-role', group: null },
} as const satisfies Record<string, { login: DemoLogin; group: RoleGroup | null } | null>
export type ViewerName = keyof typeof viewers

/** The document that the server sends for a screen to a user. */
export type ServedDocument = {
  screen: Screen['name']
  viewer: ViewerName
  address: string
  status: number
  /** The redirect target of the guard; no document is sent then. */
  leadsTo: string | null
  html: string
  initialState: InitialState
}

/** The current time for the demo school: a Friday with lessons. */
export const schoolInstant = Date.parse('2026-11-20T09:00:00Z')

/** A real server with the demo school, and the documents that it sends. Nothing is mocked. */
export async function openDocuments({ renderPage }: { renderPage?: RenderPage } = {}) {
  const dist = writeBuiltPages()
  const now = new Date(schoolInstant)
  const opened = await openDemoDatabase(now)
  const server = await openTestApp({ opened, dist, now, ...(renderPage && { renderPage }) })
  await addTicket(opened.database)
  const people = new Map<ViewerName, Person>()
  for (const [name, viewer] of Object.entries(viewers) as [ViewerName, (typeof viewers)[ViewerName]][])
    people.set(name, viewer === null ? server.visitor : await signedIn(viewer.login))

  async function signedIn(login: DemoLogin): Promise<Person> {
    const { firstName, lastName } = demoAccounts.find((account) => account.login === login) as DemoAccount
    const named = and(eq(users.firstName, firstName), eq(users.lastName, lastName))
    const [found] = await server.opened.database.select({ id: users.id }).from(users).where(named)
    if (found === undefined) throw new Error(`The demo school has no ${login}`)
    return server.signInAs({ roles: [], userId: found.id })
  }

  /** Null for a name without an address. `search` is appended unchanged. */
  async function documentOf(
    name: Screen['name'],
    viewer: ViewerName,
    { language = 'ru', search = '' }: { language?: Locale; search?: string } = {},
  ): Promise<ServedDocument | null> {
    const screen: Screen = screens[name]
    const person = people.get(viewer)
    if (screen.address === null || person === undefined) return null
    const address = screen.address.replace('$secret', secret).replace('$id', await shownAt(name, person)) + search
    const answer = await person.open(address, { 'accept-language': language, cookie: cookiesOf(person, language) })
    const { statusCode: status, body: html } = answer
    const leadsTo = answer.headers.location ?? null
    return {
      screen: name,
      viewer,
      address,
      status,
      leadsTo,
      html,
      initialState: leadsTo === null ? initialStateIn(html) : nothing,
    }
  }

  return {
    documentOf,
    async close() {
      await server.close()
      await opened.close()
      rmSync(dist, { recursive: true })
    },
  }
}

const nothing = {} as InitialState

export function initialStateIn(html: string): InitialState {
  const [, json = ''] = /<script type="application\/json" id="initial-state">(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(json) as InitialState
}

/** The answers that a document contains, by call. */
export function answersIn(html: string): Record<string, unknown> {
  const queries = initialStateIn(html).data?.queries ?? []
  return Object.fromEntries(queries.map(({ queryKey: [call], state }) => [call, state.data]))
}

/** The calls whose answers a document contains, with their arguments. */
export function queryKeysIn(html: string): (readonly unknown[])[] {
  return initialStateIn(html).data?.queries.map(({ queryKey }) => queryKey) ?? []
}

/**
 * The parameter of an address: a course of the catalog, or a contract of the user; an unknown id for users without one.
 */
async function shownAt(name: Screen['name'], person: Person): Promise<string> {
  const isOfCourse = name === 'catalog-course' || name === 'purchase'
  const answer = await person.call(isOfCourse ? 'GET /v1/catalog/course/list' : 'GET /v1/profile/contract/list')
  if (answer.statusCode !== 200) return missing
  const [first] = isOfCourse ? (answer.json() as FoundCourses).items : (answer.json() as Contract[])
  return first?.uuid ?? missing
}

/** The secret of the link in a notice about a password. */
const secret = 'A'.repeat(43)

async function addTicket(database: Database): Promise<void> {
  const at = new Date(schoolInstant)
  const expiresAt = new Date(schoolInstant + 86_400_000)
  const [someone] = await database.select({ id: users.id }).from(users).limit(1)
  const change = { userId: someone?.id ?? '', kind: 'password-changed', details: {}, at, expiresAt } as const
  await database.insert(accountChanges).values({ ...change, secretHash: hashToken(secret) })
}

const missing = '00000000-0000-4000-8000-000000000000'

function cookiesOf({ cookies }: Person, language: Locale): string {
  return Object.entries({ ...cookies, lang: language })
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
