import type Provider from 'oidc-provider'
import { codeLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { networkOf } from '#server/limits/network.ts'
import { findAccount } from './accounts.ts'
import { type PageContext, showPage } from './context.ts'
import { isExpired, showExpired } from './expired.ts'
import { readForm } from './form.ts'
import { languageOf } from './interaction-language.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { noticePage } from './notice-page.ts'
import { isPasswordOf } from './password.ts'
import { recoverPassword } from './recovered-password.ts'
import { createRecoveryCodes, type Recovery } from './recovery-codes.ts'
import { failureIn, faultOf } from './recovery-failure.ts'
import { recoveryCodePage, recoveryNamePage, recoveryPasswordPage } from './recovery-pages.ts'
import { type At, goTo, keepName, typedName } from './recovery-place.ts'
import { isOwnForm, resumeAs } from './resume.ts'
import { accountsNamed, readName } from './sign-in-names.ts'

export type RecoveryOptions = {
  provider: Provider
  database: Database
  clock: () => Date
  knownBrowsers: KnownBrowsers
  home: string
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'>
}

const path = /^(\/interaction\/[\w-]+)\/recovery(?:\/(code|password))?$/

/**
 * A new password for whoever forgot theirs: name, code, password, each a page of its own whose form leads to the next by
 * a redirect, so that Back and reloading send nothing twice. What was reached is known here; an address too far ahead
 * leads back to the page that comes first.
 */
export function createRecovery({ provider, database, clock, knownBrowsers, home, env }: RecoveryOptions) {
  const codes = createRecoveryCodes({ database, clock })
  const shown = { name: showName, code: showCode, password: showPassword }
  const submitted = { name: submitName, code: submitCode, password: submitPassword }

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    const found = path.exec(context.path)
    if (!found) return next()
    const [, signIn = ''] = found
    const step = (found[2] ?? 'name') as keyof typeof shown
    try {
      const interaction = await provider.interactionDetails(context.req, context.res)
      const at = { context, interaction, signIn, language: languageOf(context, { interaction }) }
      if (context.method === 'GET' || context.method === 'HEAD') return await shown[step](at)
      const fields = context.method === 'POST' && isOwnForm(context) ? await readForm(context.req) : null
      if (!fields) return showPage(context, 400, noticePage({ language: at.language, home, notice: 'refused' }))
      const language = languageOf(context, { asked: fields.get('lang') ?? undefined, interaction })
      await submitted[step]({ ...at, language }, fields)
    } catch (error) {
      if (!isExpired(error)) throw error
      await showExpired(provider, context, home)
    }
  }

  async function showName(at: At): Promise<void> {
    showPage(at.context, 200, recoveryNamePage({ ...pageOf(at), name: typedName(at) }))
  }

  async function submitName(at: At, fields: URLSearchParams): Promise<void> {
    const typed = (fields.get('name') ?? '').trim().slice(0, 254)
    if (typed === '') return goTo(at, '', { kind: 'missing' })
    keepName(at, typed)
    const name = readName(typed).value
    const refusal = await send(at, name)
    if (refusal === null) return goTo(at, '/code')
    const last = await codes.current(at.interaction.uid)
    const isSentTwice = refusal.kind === 'tooSoon' && last?.name === name
    return isSentTwice ? goTo(at, '/code') : goTo(at, '', refusal)
  }

  async function showCode(at: At): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return goTo(at, '')
    if (recovery.provedAt) return goTo(at, '/password')
    const { name } = recovery
    showPage(at.context, 200, recoveryCodePage({ ...pageOf(at), name, isLogin: readName(name).kind === 'login' }))
  }

  async function submitCode(at: At, fields: URLSearchParams): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return goTo(at, '')
    if (fields.has('again')) return goTo(at, '/code', await send(at, recovery.name))
    const code = (fields.get('code') ?? '').replaceAll(/\D/g, '')
    if (code.length !== codeLength) return goTo(at, '/code', { kind: 'noCode' })
    const outcome = await codes.redeem(recovery, { code, language: at.language })
    return outcome.kind === 'right' ? goTo(at, '/password') : goTo(at, '/code', outcome)
  }

  async function showPassword(at: At): Promise<void> {
    const recovery = await proved(at)
    if (!recovery || recovery.subject) return goTo(at, '')
    const people = await codes.peopleOf(recovery)
    const { chosen } = at.context.query
    showPage(
      at.context,
      200,
      recoveryPasswordPage({ ...pageOf(at), name: recovery.name, people, chosen: String(chosen) }),
    )
  }

  async function submitPassword(at: At, fields: URLSearchParams): Promise<void> {
    const { context, interaction, language } = at
    const recovery = await proved(at)
    if (!recovery) return goTo(at, '')
    const password = fields.get('password') ?? ''
    if (recovery.subject) return resumeUsed(at, { subject: recovery.subject, password })
    const people = await codes.peopleOf(recovery)
    const wanted = fields.get('subject')
    const chosen = people.length === 1 ? people[0] : people.find(({ subject }) => subject === wanted)
    if (!chosen) return goTo(at, '/password', { kind: 'nobody' })
    const { subject } = chosen
    const fault = await faultOf(password)
    if (fault) return goTo(at, '/password', { kind: fault }, { chosen: subject })
    const asked = { recovery, subject, password, address: context.ip, language, now: clock() }
    const owner = await recoverPassword(database, env, asked)
    const account = await findAccount(database, owner)
    if (account) knownBrowsers.remember(context, account)
    return resumeAs(provider, context, { interaction, subject: owner, by: 'sign-in.password' })
  }

  /** Of a form that was sent twice the second has nothing left to do, as long as that is still the password. */
  async function resumeUsed(at: At, { subject, password }: { subject: string; password: string }): Promise<void> {
    const account = await findAccount(database, subject)
    if (!(await isPasswordOf(account?.passwordHash ?? null, password))) return goTo(at, '', { kind: 'over' })
    return resumeAs(provider, at.context, { interaction: at.interaction, subject, by: 'sign-in.password' })
  }

  /** The recovery whose right code was entered in this interaction. */
  async function proved({ interaction }: At): Promise<Recovery | null> {
    const recovery = await codes.current(interaction.uid)
    return recovery?.provedAt ? recovery : null
  }

  async function send({ context, interaction: { uid }, language }: At, typed: string) {
    const name = readName(typed)
    const named = await accountsNamed(database, name)
    const asker = { network: networkOf(context.ip), browser: knownBrowsers.findAny(context, named) }
    return codes.send({ interaction: uid, name, named, ...asker, language })
  }

  function pageOf({ context, language, signIn }: At) {
    return { language, signIn, home, failure: failureIn(context.query) }
  }
}
