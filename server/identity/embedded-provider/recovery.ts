import type Provider from 'oidc-provider'
import { codeLength, passwordLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { isTooCommon } from '#server/identity/common-passwords.ts'
import { findAccount } from './accounts.ts'
import { type PageContext, showPage } from './context.ts'
import { isExpired, showExpired } from './expired.ts'
import { readForm } from './form.ts'
import { languageOf } from './interaction-language.ts'
import { noticePage } from './notice-page.ts'
import { isPasswordOf } from './password.ts'
import { recoverPassword } from './recovered-password.ts'
import { createRecoveryCodes, type Recovery } from './recovery-codes.ts'
import { type RecoveryFailure, recoveryCodePage, recoveryNamePage, recoveryPasswordPage } from './recovery-pages.ts'
import { type Interaction, isOwnForm, resumeAs } from './resume.ts'
import { readName } from './sign-in-names.ts'

export type RecoveryOptions = { provider: Provider; database: Database; clock: () => Date; home: string }

const path = /^(\/interaction\/[\w-]+)\/recovery(?:\/(code|password))?$/

/** Where somebody is: in which interaction, at which of its pages, reading what. */
type At = { context: PageContext; interaction: Interaction; signIn: string; language: ReturnType<typeof languageOf> }

/**
 * A new password for whoever forgot theirs: name, code, password, each a page of its own whose form leads to the next by
 * a redirect, so that Back and reloading send nothing twice. What was reached is known here; an address too far ahead
 * leads back to the page that comes first.
 */
export function createRecovery({ provider, database, clock, home }: RecoveryOptions) {
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
      if (context.method === 'GET' || context.method === 'HEAD') return await shown[step](at, null)
      const fields = context.method === 'POST' && isOwnForm(context) ? await readForm(context.req) : null
      if (!fields) return showPage(context, 400, noticePage({ language: at.language, home, notice: 'refused' }))
      const language = languageOf(context, { asked: fields.get('lang') ?? undefined, interaction })
      await submitted[step]({ ...at, language }, fields)
    } catch (error) {
      if (!isExpired(error)) throw error
      await showExpired(provider, context, home)
    }
  }

  async function showName(at: At, failure: RecoveryFailure | null, name = ''): Promise<void> {
    show(at, failure, recoveryNamePage({ ...pageOf(at), failure, name }))
  }

  async function submitName(at: At, fields: URLSearchParams): Promise<void> {
    const typed = fields.get('name') ?? ''
    const name = readName(typed)
    if (name.value === '') return showName(at, { kind: 'missing' })
    const refusal = await send(at, name.value)
    if (refusal === null) return goTo(at, 'code')
    const last = await codes.current(at.interaction.uid)
    // The form was sent twice.
    if (refusal.kind === 'tooSoon' && last?.name === name.value) return goTo(at, 'code')
    return showName(at, refusal, typed.slice(0, 254))
  }

  async function showCode(at: At, failure: RecoveryFailure | null): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return goTo(at, '')
    if (recovery.provedAt) return goTo(at, 'password')
    const { name } = recovery
    show(at, failure, recoveryCodePage({ ...pageOf(at), failure, name, isLogin: readName(name).kind === 'login' }))
  }

  async function submitCode(at: At, fields: URLSearchParams): Promise<void> {
    const recovery = await codes.current(at.interaction.uid)
    if (!recovery) return goTo(at, '')
    if (fields.has('again')) {
      const refusal = await send(at, recovery.name)
      return refusal === null ? goTo(at, 'code') : showCode(at, refusal)
    }
    const code = (fields.get('code') ?? '').replaceAll(/\D/g, '')
    if (code.length !== codeLength) return showCode(at, { kind: 'noCode' })
    const outcome = await codes.redeem(recovery, { code, language: at.language })
    return outcome.kind === 'right' ? goTo(at, 'password') : showCode(at, outcome)
  }

  async function showPassword(at: At, failure: RecoveryFailure | null, chosen: string | null = null): Promise<void> {
    const recovery = await proved(at)
    if (!recovery || recovery.subject) return goTo(at, '')
    const people = await codes.peopleOf(recovery)
    show(at, failure, recoveryPasswordPage({ ...pageOf(at), failure, name: recovery.name, people, chosen }))
  }

  async function submitPassword(at: At, fields: URLSearchParams): Promise<void> {
    const { context, interaction, language } = at
    const recovery = await proved(at)
    if (!recovery) return goTo(at, '')
    if (recovery.subject) return resumeUsed(at, { subject: recovery.subject, password: fields.get('password') ?? '' })
    const people = await codes.peopleOf(recovery)
    const chosen = fields.get('subject')
    const subject = people.length === 1 ? people[0]?.subject : people.find((one) => one.subject === chosen)?.subject
    if (subject === undefined) return showPassword(at, { kind: 'nobody' })
    const password = fields.get('password') ?? ''
    if (password.length < passwordLength.min || password.length > passwordLength.max)
      return showPassword(at, { kind: 'short' }, subject)
    if (await isTooCommon(password)) return showPassword(at, { kind: 'common' }, subject)
    const asked = { recovery, subject, password, address: context.ip, language, now: clock() }
    const owner = await recoverPassword(database, asked)
    return resumeAs(provider, context, { interaction, subject: owner })
  }

  /** Of a form that was sent twice the second has nothing left to do, as long as that is still the password. */
  async function resumeUsed(at: At, { subject, password }: { subject: string; password: string }): Promise<void> {
    const account = await findAccount(database, subject)
    if (!(await isPasswordOf(account?.passwordHash ?? null, password))) return goTo(at, '')
    return resumeAs(provider, at.context, { interaction: at.interaction, subject })
  }

  /** The recovery whose right code was entered in this interaction. */
  async function proved({ interaction }: At): Promise<Recovery | null> {
    const recovery = await codes.current(interaction.uid)
    return recovery?.provedAt ? recovery : null
  }

  function send({ context, interaction, language }: At, name: string) {
    return codes.send({ interaction: interaction.uid, name: readName(name), address: context.ip, language })
  }

  function pageOf({ language, signIn }: At) {
    return { language, signIn, home }
  }
}

function show({ context }: At, failure: RecoveryFailure | null, page: string): void {
  if (failure && 'seconds' in failure) context.set('retry-after', String(failure.seconds))
  showPage(context, failure === null ? 200 : 'seconds' in failure ? 429 : 422, page)
}

function goTo({ context, signIn, language }: At, step: '' | 'code' | 'password'): void {
  context.redirect(`${signIn}/recovery${step && `/${step}`}?lang=${language}`)
  context.status = 303
}
