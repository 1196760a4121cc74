import type Provider from 'oidc-provider'
import type { Locale } from '#contract/enumerations.ts'
import { codeLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { findAccount } from '#server/idp/accounts/accounts.ts'
import { verifyPassword } from '#server/idp/accounts/password-hash.ts'
import { findAccountsByName, parseSignInName } from '#server/idp/accounts/sign-in-names.ts'
import { finishInteraction, type Interaction } from '#server/idp/interactions/interaction.ts'
import type { KnownBrowsers } from '#server/idp/interactions/known-browsers.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/interactions/page-context.ts'
import { consume, networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { keepField, readField, typedLogin } from './kept-field.ts'
import { recoverPassword } from './recovered-password.ts'
import { createRecoveryCodes, type Recovery } from './recovery-codes.ts'
import {
  parseRecoveryFailure,
  passwordProblem,
  type RecoveryFailure,
  recoveryFailureQuery,
} from './recovery-messages.ts'
import { recoveryCodePage, recoveryNamePage, recoveryPasswordPage } from './recovery-pages.ts'

export type RecoveryOptions = {
  provider: Provider
  database: Database
  clock: () => Date
  knownBrowsers: KnownBrowsers
  site: PageSite
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'>
}

const path = /^(\/interaction\/[\w-]+)\/recovery(?:\/(code|password))?$/

/**
 * Password recovery in three pages: name, code, password. Each form redirects (PRG), so that Back and reload do not
 * submit twice. Progress is stored on the server; a URL ahead of it redirects to the current step.
 */
export function createRecovery({ provider, database, clock, knownBrowsers, site, env }: RecoveryOptions) {
  const codes = createRecoveryCodes({ database, clock })
  const shown = { name: showName, code: showCode, password: showPassword }
  const submitted = { name: submitName, code: submitCode, password: submitPassword }

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    const found = path.exec(context.path)
    if (!found) return next()
    const [, signIn = ''] = found
    const step = (found[2] ?? 'name') as keyof typeof shown
    const interaction = await provider.interactionDetails(context.req, context.res)
    const at = { context, interaction, signIn, language: languageOf(context, interaction) }
    if (context.method === 'GET' || context.method === 'HEAD') return await shown[step](at)
    const fields = context.method === 'POST' ? await readForm(context) : null
    if (!fields) return sendNotice(context, 400, 'refused', site)
    const language = languageOf(context, interaction, fields.get('lang'))
    await submitted[step]({ ...at, language }, fields)
  }

  async function showName(at: RecoveryContext): Promise<void> {
    sendPage(at.context, 200, recoveryNamePage({ ...pageOf(at), name: readField(at.context, typedLogin(at.signIn)) }))
  }

  async function submitName(at: RecoveryContext, fields: URLSearchParams): Promise<void> {
    const typed = (fields.get('name') ?? '').trim().slice(0, 254)
    if (typed === '') return redirectToStep(at, '', { kind: 'missing' })
    keepField(at.context, typedLogin(at.signIn), typed)
    const name = parseSignInName(typed).value
    const refusal = await send(at, name)
    if (refusal === null) return redirectToStep(at, '/code')
    const last = await codes.current(at.interaction.uid)
    const isSentTwice = refusal.kind === 'tooSoon' && last?.name === name
    return isSentTwice ? redirectToStep(at, '/code') : redirectToStep(at, '', refusal)
  }

  async function showCode(at: RecoveryContext): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return redirectToStep(at, '')
    if (recovery.provedAt) return redirectToStep(at, '/password')
    const { name } = recovery
    sendPage(
      at.context,
      200,
      recoveryCodePage({ ...pageOf(at), name, isLogin: parseSignInName(name).kind === 'login' }),
    )
  }

  async function submitCode(at: RecoveryContext, fields: URLSearchParams): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return redirectToStep(at, '')
    if (fields.has('again')) return redirectToStep(at, '/code', await send(at, recovery.name))
    const code = (fields.get('code') ?? '').replaceAll(/\D/g, '')
    if (code.length !== codeLength) return redirectToStep(at, '/code', { kind: 'noCode' })
    const outcome = await codes.redeem(recovery, { code, language: at.language })
    return outcome.kind === 'right' ? redirectToStep(at, '/password') : redirectToStep(at, '/code', outcome)
  }

  async function showPassword(at: RecoveryContext): Promise<void> {
    const recovery = await findConfirmed(at)
    if (!recovery) return redirectToStep(at, '')
    // The answer to the form was lost: its page is opened again without the form.
    if (recovery.subject) return redirectToStep(at, '', { kind: 'saved' })
    const people = await codes.recoverableAccounts(recovery)
    const chosen = readField(at.context, chosenAccount(at.signIn))
    sendPage(at.context, 200, recoveryPasswordPage({ ...pageOf(at), name: recovery.name, people, chosen }))
  }

  async function submitPassword(at: RecoveryContext, fields: URLSearchParams): Promise<void> {
    const { context, interaction, language } = at
    const recovery = await findConfirmed(at)
    if (!recovery) return redirectToStep(at, '')
    const password = fields.get('password') ?? ''
    if (recovery.subject) return resumeUsed(at, { subject: recovery.subject, password })
    const people = await codes.recoverableAccounts(recovery)
    const wanted = fields.get('subject')
    const chosen = people.length === 1 ? people[0] : people.find(({ subject }) => subject === wanted)
    if (!chosen) return redirectToStep(at, '/password', { kind: 'noPerson' })
    const { subject } = chosen
    if (people.length > 1) keepField(context, chosenAccount(at.signIn), subject)
    const fault = await passwordProblem(password)
    if (fault) return redirectToStep(at, '/password', { kind: fault })
    const reset = { recovery, subject, password, address: context.ip, language, now: clock() }
    const owner = await recoverPassword(database, env, reset)
    const account = await findAccount(database, owner)
    if (account) knownBrowsers.remember(context, account)
    return finishInteraction(provider, context, { interaction, subject: owner, by: 'sign-in.password' })
  }

  /** A form submitted twice: the second is accepted if the password is already the new one. */
  async function resumeUsed(
    at: RecoveryContext,
    { subject, password }: { subject: string; password: string },
  ): Promise<void> {
    const account = await findAccount(database, subject)
    const tried = [{ limit: 'password-recovered', key: at.interaction.uid, max: 10, seconds: 300 }]
    const mayTry = (await consume(database, tried, clock())) === null
    if (!mayTry || !(await verifyPassword(account?.passwordHash ?? null, password)))
      return redirectToStep(at, '', { kind: 'over' })
    return finishInteraction(provider, at.context, { interaction: at.interaction, subject, by: 'sign-in.password' })
  }

  /** The recovery of this interaction whose code was confirmed. */
  async function findConfirmed({ interaction }: RecoveryContext): Promise<Recovery | null> {
    const recovery = await codes.current(interaction.uid)
    return recovery?.provedAt ? recovery : null
  }

  async function send({ context, interaction: { uid }, language }: RecoveryContext, typed: string) {
    const name = parseSignInName(typed)
    const named = await findAccountsByName(database, name)
    const requester = { network: networkOfAddress(context.ip), browser: knownBrowsers.findAny(context, named) }
    return codes.send({ interaction: uid, name, named, ...requester, language })
  }

  function pageOf({ context, language, signIn }: RecoveryContext) {
    return { language, signIn, site, failure: parseRecoveryFailure(context.query) }
  }
}

/** State of a recovery request: interaction, URL and language. */
export type RecoveryContext = { context: PageContext; interaction: Interaction; signIn: string; language: Locale }

/** Redirects to a recovery page and passes the failure. */
function redirectToStep(
  { context, signIn, language }: RecoveryContext,
  step: '' | '/code' | '/password',
  failure: RecoveryFailure | null = null,
): void {
  const query = new URLSearchParams({ lang: language, ...(failure && recoveryFailureQuery(failure)) })
  context.redirect(`${signIn}/recovery${step}?${query}`)
  context.status = 303
}

/** The account whose password is set, of several with the same name. */
const chosenAccount = (signIn: string) => ({ name: 'recovery_account', path: `${signIn}/recovery/password` })
