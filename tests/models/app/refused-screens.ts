import { passesRoleCheck, type Role, type RoleGroup, rolesInGroup, selectGroup } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { User } from '#src/machines/setups/session-setup.ts'
import type { BrowserLevel } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { FaultCase, Level } from '#tests/model-runner/model.ts'
import { replay } from '#tests/model-runner/paths/replay.ts'
import { anna, arrivalOf } from '#tests/models/sample-users.ts'
import { sessionModel } from '#tests/models/session.model.ts'
import { sessionTitles } from '#tests/support/pages/session-page.ts'

/** Persons with one role each: one for every group, and one for every group without the right of its check. */
const persons: readonly { title: string; role: Role | null }[] = [
  { title: 'родитель', role: 'parent' },
  { title: 'родитель СПО', role: 'spo_parent' },
  { title: 'ученик', role: 'student' },
  { title: 'ученик СПО', role: 'spo_student' },
  { title: 'преподаватель', role: 'teacher' },
  { title: 'проверяющий', role: 'innopolis_verificator' },
]
const withoutRole = { title: 'человек без роли', role: null }

type Refusal = 'forbidden' | 'other group'
type Opening = { type: 'screen.open'; address: string; refusal: Refusal }

/**
 * Every screen that is refused to a person or a visitor by a check, or serves other role groups only: one path
 * of the session for each of them, which opens one such screen after the other.
 */
export function refusedScreens(
  levelWith: (own: Pick<BrowserLevel, 'events' | 'states'>) => Level<BrowserStage>,
): FaultCase<BrowserStage>[] {
  const level = levelWith({ events: { 'screen.open': opensRefused }, states: { 'signedIn.present': showsPage } })
  const { finish: _, ...others } = level
  const visitor = { title: 'никто не вошёл', roles: null }
  const known = [...persons, withoutRole].map(({ title, role }) => ({
    title: `пришёл ${title}`,
    roles: role === null ? [] : [role],
  }))
  return [visitor, ...known].map(({ title, roles }) => {
    const arrival = roles === null ? null : arrivalOf(personWith(roles))
    const arrives = { type: 'xstate.done.actor.loadUser', output: arrival }
    const openings = Object.values<Screen>(screens).flatMap((screen) => openingOf(screen, roles) ?? [])
    const titles = openings.map((event) => ({ event, title: titleOf(event) }))
    return {
      path: replay(sessionModel.machine, sessionModel.input, [
        { type: 'xstate.done.actor.loadConfig' },
        arrives,
        ...openings,
      ]),
      titles: [...(arrival === null ? [] : [{ event: arrives, title }]), ...titles],
      level: others,
    }
  })
}

function personWith(roles: readonly Role[]): User {
  return { ...anna, roles: roles.map((name) => ({ name })) }
}

function openingOf({ address, requires, refuses, groups }: Screen, roles: readonly Role[] | null): Opening | null {
  if (address === null || address.includes('$')) return null
  const group: RoleGroup | null = selectGroup(roles ?? [], null)
  const held = rolesInGroup(roles ?? [], group)
  const passes = (checks: Screen['requires']) => checks?.some((check) => passesRoleCheck(check, held))
  const opening = (refusal: Refusal): Opening => ({ type: 'screen.open', address, refusal })
  if (passes(refuses) === true || passes(requires) === false) return opening('forbidden')
  const isServed = groups === undefined || roles === null || (group !== null && groups.includes(group))
  return isServed ? null : opening('other group')
}

function titleOf({ address, refusal }: Opening): string {
  return `открыт экран ${address}: ${refusal === 'forbidden' ? 'доступа нет' : 'он для другой роли'}`
}

type RouterOnWindow = { __TSR_ROUTER__: { history: { push: (address: string) => void } } }

/** A person without a role has no role group, so that nothing else can be asserted of all of them. */
const showsPage: BrowserLevel['states'][string] = ({ page }) =>
  soon(page.getByRole('heading', { level: 1 })).toBeVisible()

/** A refused screen asks the server for nothing: the network would report it. */
const opensRefused = byEnvironment(async (stage, { event }) => {
  const { page } = stage
  const { address, refusal } = event as Opening
  await page.evaluate((to) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.history.push(to), address)
  stage.expectedUrl = refusal === 'forbidden' ? `/403?from=${encodeURIComponent(address)}` : address
  const words = refusal === 'forbidden' ? sessionTitles.forbidden : 'Этой страницы нет для вашей роли'
  await soon(page.getByRole('main').getByText(words, { exact: true })).toBeVisible()
})
