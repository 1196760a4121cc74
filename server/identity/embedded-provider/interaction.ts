import type Provider from 'oidc-provider'
import { passwordLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { demoPassword } from '#server/db/demo/accounts.ts'
import { subjectOfPassword } from './accounts.ts'
import { type PageContext, showPage } from './context.ts'
import { demoSections } from './demo-people.ts'
import { isExpired, showExpired } from './expired.ts'
import { auditFailedSignIn } from './failed-sign-in.ts'
import { readForm } from './form.ts'
import { languageOf } from './interaction-language.ts'
import { failureIn } from './linked-failure.ts'
import { noticePage } from './notice-page.ts'
import { type Interaction, isOwnForm, resumeAs, resumeCancelled } from './resume.ts'
import { type SignInFailure, signInPage } from './sign-in-page.ts'
import type { SignInTries } from './sign-in-tries.ts'

export type InteractionOptions = {
  provider: Provider
  database: Database
  tries: SignInTries
  clock: () => Date
  /** Where the application lives. */
  home: string
  demo: boolean
  /** Names of the providers whose linked accounts are a way in. */
  linkNames: readonly string[]
}

const path = /^\/interaction\/[\w-]+$/

/** The sign-in page and its forms. They work without a script; the interaction's cookie is bound to the page's own path. */
export function createInteraction({ provider, database, tries, clock, home, demo, linkNames }: InteractionOptions) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    if (!path.test(context.path)) return next()
    try {
      const interaction = await provider.interactionDetails(context.req, context.res)
      if (context.method === 'GET' || context.method === 'HEAD')
        await show(context, interaction, { login: '', failure: failureIn(context.query, linkNames) })
      else if (context.method === 'POST') await submit(context, interaction)
      else showPage(context, 405, noticePage({ language: languageOf(context), home, notice: 'refused' }))
    } catch (error) {
      if (!isExpired(error)) throw error
      await showExpired(provider, context, home)
    }
  }

  async function submit(context: PageContext, interaction: Interaction): Promise<void> {
    const fields = isOwnForm(context) ? await readForm(context.req) : null
    if (!fields) return showPage(context, 400, noticePage({ language: languageOf(context), home, notice: 'refused' }))
    if (fields.has('cancel')) return resumeCancelled(provider, context)
    const demoLogin = fields.get('demo')
    if (demoLogin !== null) return signInDemo(context, interaction, demoLogin)
    return signInByPassword(context, interaction, fields)
  }

  async function signInByPassword(
    context: PageContext,
    interaction: Interaction,
    fields: URLSearchParams,
  ): Promise<void> {
    const login = (fields.get('login') ?? '').trim().slice(0, 254)
    const password = (fields.get('password') ?? '').slice(0, passwordLength.max)
    const asked = fields.get('lang') ?? undefined
    if (login === '' || password === '') {
      return show(context, interaction, { login, failure: { kind: 'missing' }, asked })
    }
    const wait = tries.spend(login, context.ip)
    if (wait !== null) {
      context.set('retry-after', String(wait))
      await auditFailedSignIn(database, { login, at: clock(), problem: 'too-many-requests' })
      return show(context, interaction, { login, failure: { kind: 'tooMany', seconds: wait }, asked })
    }
    const subject = await subjectOfPassword(database, login, password)
    if (subject === null) {
      await auditFailedSignIn(database, { login, at: clock() })
      return show(context, interaction, { login, failure: { kind: 'wrong' }, asked })
    }
    tries.forgive(login, context.ip)
    return resumeAs(provider, context, { interaction, subject, by: 'sign-in.password' })
  }

  async function signInDemo(context: PageContext, interaction: Interaction, login: string): Promise<void> {
    const sections = demo ? await demoSections(database) : []
    const person = sections.flatMap(({ people }) => people).find((candidate) => candidate.login === login)
    if (!person) return show(context, interaction, { login: '', failure: { kind: 'wrong' } })
    return resumeAs(provider, context, { interaction, subject: person.subject, by: 'sign-in.demo' })
  }

  async function show(
    context: PageContext,
    interaction: Interaction,
    { login, failure, asked }: { login: string; failure: SignInFailure | null; asked?: string | undefined },
  ): Promise<void> {
    const sections = demo ? await demoSections(database) : []
    const page = signInPage({
      language: languageOf(context, { asked, interaction }),
      home,
      action: context.path,
      login,
      failure,
      linkNames,
      demo: sections.length > 0 ? { sections, password: demoPassword } : null,
    })
    showPage(context, statusOf(failure), page)
  }
}

function statusOf(failure: SignInFailure | null): number {
  if (failure === null || failure.kind === 'through') return 200
  return failure.kind === 'tooMany' ? 429 : 422
}
