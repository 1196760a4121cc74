import { describe, expect, test } from 'vitest'
import { declaringPool } from '#tests/model-runner/browser/browser-pool.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { walkFailureOf } from '#tests/model-runner/paths/random-walks.ts'
import { config } from './config.ts'

const { machines } = await findMachines(config.models)

/** Planning takes most of the time of this suite: each machine is planned once. */
const planned = await Promise.all(
  machines.map(async ({ model, onMachine, inBrowser }) => {
    const { paths } = plan(model)
    const level = (await inBrowser())?.(declaringPool(config.app))
    return { model, onMachine, paths, faults: level?.faults?.(paths) ?? [] }
  }),
)

/** The faults of every actor, by machine. */
const faultsOfCalls: Record<string, string[]> = {}
for (const { model, faults } of planned) {
  const lines = faults.flatMap(({ path }) => {
    const event = path.steps.findLast((step) => 'fault' in step.event)?.event
    const actor = /\.actor\.(.+)$/.exec(event?.type ?? '')?.[1]
    return actor === undefined ? [] : [{ actor, fault: String(event?.fault) }]
  })
  const byActor = Map.groupBy(lines, ({ actor }) => actor)
  faultsOfCalls[nameOf(model)] = [...byActor].map(
    ([actor, all]) => `${actor}: ${all.map(({ fault }) => fault).join(', ')}`,
  )
}

const unexpected = 'unexpected-error'
const ofAll = `internal-error, unknown, timeout, offline, ${unexpected}`
const ofSession = 'unauthenticated, session-changed'
const ofChange = `${ofSession}, impersonation-forbids, ${ofAll}`
const ofGroup = `${ofSession}, role-missing, ${ofAll}`

test('every actor with a call meets the faults that the contract allows', () => {
  expect(faultsOfCalls).toEqual({
    accountJoin: [
      `sendCode: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
      `checkCode: ${ofChange}`,
      `joinAccounts: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
    ],
    accountVerification: [
      `sendCode: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
      `checkCode: ${ofChange}`,
      `saveContact: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
    ],
    accountVerificationByPhone: [
      `sendCode: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
      `checkCode: ${ofChange}`,
      `saveContact: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
    ],
    connection: [`probe: ${unexpected}`, `probeAgain: ${unexpected}`],
    contractAction: [`preview: ${ofGroup}`, `act: ${ofSession}, role-missing, two-factor-required, ${ofAll}`],
    contractSigning: ['sendCode', 'checkCode', 'acceptAgreement'].map((actor) => `${actor}: ${ofChange}`),
    contractTermination: [`terminate: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`],
    deletionRequest: [
      `requestDeletion: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`,
      `withdrawRequest: ${ofChange}`,
    ],
    enrolment: [`enrol: ${ofGroup}`],
    notificationCenter: [`readAll: ${ofChange}`],
    notifications: [],
    oauthResult: [`sendResult: ${ofAll}`],
    oauthResultRefused: [`sendResult: ${ofAll}`],
    pairing: [`lookAtCode: ${ofChange}`, `useCode: ${ofSession}, impersonation-forbids, two-factor-required, ${ofAll}`],
    payment: [
      `validateLocation: ${unexpected}`,
      ...['startCheckout', 'cancelCheckout'].map((actor) => `${actor}: ${ofChange}`),
    ],
    purchase: [
      `validateLocation: ${unexpected}`,
      ...['joinWaitingList', 'fillBasket', 'dropBasket'].map((actor) => `${actor}: ${ofGroup}`),
      `makeContract: ${ofChange}`,
    ],
    pushSubscription: ['save', 'remove'].map((actor) => `${actor}: ${ofChange}`),
    recovery: [`checkServer: ${unexpected}`, `checkServerAgain: ${unexpected}`],
    scheduleChange: [
      `validateLocation: ${unexpected}`,
      ...['joinWaitingList', 'requestTransfer'].map((actor) => `${actor}: ${ofGroup}`),
    ],
    session: [
      ...['loadConfig', 'loadUser', 'reloadUser', 'requestSignIn'].map((actor) => `${actor}: ${unexpected}`),
      `startImpersonation: ${ofSession}, role-missing, two-factor-required, ${ofAll}`,
      `endImpersonation: ${ofAll}`,
    ],
    signOut: [`requestLogoutLink: ${ofAll}`],
    ticket: [`sendTicket: ${ofGroup}`, `probe: ${unexpected}`],
    ticketDesk: ['sendMessage', 'changeTicket'].map((actor) => `${actor}: ${ofGroup}`),
    ticketReply: [`sendReply: ${ofGroup}`, `probe: ${unexpected}`],
    twoFactor: ['sendCode', 'checkCode'].map((actor) => `${actor}: ${ofChange}`),
  })
})

describe.each(planned)('$model.title', ({ model, onMachine, faults }) => {
  test('breaks no rule when its calls meet a fault', async () => {
    for (const { path } of faults) {
      const walk = path.steps.map(({ event }) => event)
      expect(await walkFailureOf(model, onMachine, walk)).toBeNull()
    }
  })
})

test('faults have ids of their own, and all that a title or drawing says has an English translation', () => {
  const translated = (said: readonly string[]) => expect(said.filter((ru) => !(ru in config.texts.english))).toEqual([])
  for (const { model, paths, faults } of planned) {
    const ids = [...paths, ...faults.map(({ path }) => path)].map(idOf)
    expect(new Set(ids).size).toBe(ids.length)
    translated(faults.flatMap((fault) => fault.titles.map(({ title }) => title)))
    translated([model.title, ...Object.values(model.states)])
    translated(paths.flatMap(({ steps }) => steps.map((step) => titleOf(model, step))))
  }
})
