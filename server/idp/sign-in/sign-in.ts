import type Provider from 'oidc-provider'
import { passwordLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { type SessionEnd, sessionEnds } from '#server/db/schema/identity.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { demoPassword, findDemoAccountSections } from '#server/idp/accounts/demo-accounts.ts'
import { cancelInteraction, finishInteraction, type Interaction } from '#server/idp/interactions/interaction.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/interactions/page-context.ts'
import type { PreparedSignIn } from '#server/idp/interactions/prepared-sign-in.ts'
import { parseLinkedFailure } from '#server/idp/linking/linked-sign-in.ts'
import { keepField, readField, typedLogin } from '#server/idp/recovery/kept-field.ts'
import { createAccountChoice } from './account-choice.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import { type SignInFailure, signInPage } from './sign-in-page.ts'

export type SignInOptions = {
  provider: Provider
  database: Database
  signInBy: PasswordSignIn
  prepared: PreparedSignIn
  /** Key that signs values which our pages send back. */
  key: string
  site: PageSite
  demo: boolean
  /** Names of the providers that users can sign in through. */
  linkNames: readonly string[]
}

const path = /^\/interaction\/[\w-]+$/

/**
 * The sign-in page and its forms. They work without scripts. The interaction cookie is bound to the path of the page.
 */
export function createSignIn({ provider, database, signInBy, prepared, key, site, demo, linkNames }: SignInOptions) {
  const choice = createAccountChoice({ site, key })

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    if (!path.test(context.path)) return next()
    const interaction = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'POST') return submit(context, interaction)
    if (context.method !== 'GET' && context.method !== 'HEAD') return sendNotice(context, 405, 'refused', site)
    const subject = context.method === 'GET' ? prepared.take(context) : null
    if (subject !== null) return finishInteraction(provider, context, { interaction, subject, by: 'sign-in.password' })
    return show(context, interaction, {
      login: readField(context, typedLogin(context.path)),
      failure: parseLinkedFailure(context.query, linkNames),
    })
  }

  async function submit(context: PageContext, interaction: Interaction): Promise<void> {
    const fields = await readForm(context)
    if (!fields) return sendNotice(context, 400, 'refused', site)
    if (fields.has('cancel')) return cancelInteraction(provider, context)
    if (fields.has('forgot')) return startRecovery(context, interaction, fields)
    const chosen = fields.get('who')
    if (chosen !== null) return signInChosen(context, interaction, chosen)
    const demoLogin = fields.get('demo')
    if (demoLogin !== null) return signInDemo(context, interaction, demoLogin)
    return signInByPassword(context, interaction, fields)
  }

  /** Recovery continues with the login that is already typed. */
  function startRecovery(context: PageContext, interaction: Interaction, fields: URLSearchParams): void {
    keepField(context, typedLogin(context.path), typedIn(fields))
    const language = languageOf(context, interaction, fields.get('lang'))
    context.redirect(`${context.path}/recovery?lang=${language}`)
    context.status = 303
  }

  async function signInByPassword(
    context: PageContext,
    interaction: Interaction,
    fields: URLSearchParams,
  ): Promise<void> {
    const login = typedIn(fields)
    const password = (fields.get('password') ?? '').slice(0, passwordLength.max)
    const submittedLanguage = fields.get('lang')
    const outcome = await signInBy(context, { typed: login, password })
    if ('failure' in outcome) return show(context, interaction, { login, failure: outcome.failure, submittedLanguage })
    const [account, ...others] = outcome.accounts
    if (others.length > 0) {
      const language = languageOf(context, interaction, submittedLanguage)
      const people = [account, ...others]
      return sendPage(context, 200, choice.page({ uid: interaction.uid, people, action: context.path, language }))
    }
    return finishInteraction(provider, context, { interaction, subject: account.subject, by: 'sign-in.password' })
  }

  async function signInChosen(context: PageContext, interaction: Interaction, chosen: string): Promise<void> {
    const subject = choice.subjectOf(interaction.uid, chosen)
    if (subject === null) return show(context, interaction, { login: '', failure: { kind: 'wrong' } })
    return finishInteraction(provider, context, { interaction, subject, by: 'sign-in.password' })
  }

  async function signInDemo(context: PageContext, interaction: Interaction, login: string): Promise<void> {
    const sections = demo ? await findDemoAccountSections(database) : []
    const person = sections.flatMap(({ people }) => people).find((candidate) => candidate.login === login)
    if (!person) return show(context, interaction, { login: '', failure: { kind: 'wrong' } })
    return finishInteraction(provider, context, { interaction, subject: person.subject, by: 'sign-in.demo' })
  }

  async function show(
    context: PageContext,
    interaction: Interaction,
    {
      login,
      failure,
      submittedLanguage,
    }: { login: string; failure: SignInFailure | null; submittedLanguage?: string | null },
  ): Promise<void> {
    const sections = demo ? await findDemoAccountSections(database) : []
    const page = signInPage({
      language: languageOf(context, interaction, submittedLanguage),
      site,
      action: context.path,
      login,
      failure,
      ended: endIn(interaction),
      linkNames,
      demo: sections.length > 0 ? { sections, password: demoPassword } : null,
    })
    sendPage(context, statusOf(failure), page)
  }
}

function typedIn(fields: URLSearchParams): string {
  return (fields.get('login') ?? '').trim().slice(0, 254)
}

function endIn({ params }: Interaction): SessionEnd | null {
  return sessionEnds.find((end) => end === params.ended) ?? null
}

function statusOf(failure: SignInFailure | null): number {
  if (failure === null || failure.kind === 'through') return 200
  return 'seconds' in failure ? 429 : 422
}
