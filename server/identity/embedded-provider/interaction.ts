import type Provider from 'oidc-provider'
import { passwordLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { demoPassword } from '#server/db/demo/accounts.ts'
import { type SessionEnd, sessionEnds } from '#server/db/schema/identity.ts'
import { type PageContext, showPage } from './context.ts'
import { demoSections } from './demo-people.ts'
import { isExpired, showExpired } from './expired.ts'
import { readForm } from './form.ts'
import { languageOf } from './interaction-language.ts'
import { failureIn } from './linked-failure.ts'
import { noticePage } from './notice-page.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import { type Interaction, isOwnForm, resumeAs, resumeCancelled } from './resume.ts'
import { createSignInChoice } from './sign-in-choice.ts'
import { type SignInFailure, signInPage } from './sign-in-page.ts'

export type InteractionOptions = {
  provider: Provider
  database: Database
  signInBy: PasswordSignIn
  /** Signs what a page of ours sends back to us. */
  key: string
  /** Where the application lives. */
  home: string
  demo: boolean
  /** Names of the providers whose linked accounts are a way in. */
  linkNames: readonly string[]
}

const path = /^\/interaction\/[\w-]+$/

/** The sign-in page and its forms. They work without a script; the interaction's cookie is bound to the page's own path. */
export function createInteraction({ provider, database, signInBy, key, home, demo, linkNames }: InteractionOptions) {
  const choice = createSignInChoice({ home, key })

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
    const chosen = fields.get('who')
    if (chosen !== null) return signInChosen(context, interaction, chosen)
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
    const outcome = await signInBy(context, { typed: login, password })
    if ('failure' in outcome) return show(context, interaction, { login, failure: outcome.failure, asked })
    const [account, ...others] = outcome.accounts
    if (others.length > 0) {
      const language = languageOf(context, { asked, interaction })
      const people = [account, ...others]
      return showPage(context, 200, choice.page({ uid: interaction.uid, people, action: context.path, language }))
    }
    return resumeAs(provider, context, { interaction, subject: account.subject, by: 'sign-in.password' })
  }

  async function signInChosen(context: PageContext, interaction: Interaction, chosen: string): Promise<void> {
    const subject = choice.subjectOf(interaction.uid, chosen)
    if (subject === null) return show(context, interaction, { login: '', failure: { kind: 'wrong' } })
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
      ended: endIn(interaction),
      linkNames,
      demo: sections.length > 0 ? { sections, password: demoPassword } : null,
    })
    showPage(context, statusOf(failure), page)
  }
}

function endIn({ params }: Interaction): SessionEnd | null {
  return sessionEnds.find((end) => end === params.ended) ?? null
}

function statusOf(failure: SignInFailure | null): number {
  if (failure === null || failure.kind === 'through') return 200
  return 'seconds' in failure ? 429 : 422
}
