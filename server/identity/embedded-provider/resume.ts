import type Provider from 'oidc-provider'
import { type KnownWay, methodOf } from '#server/identity/sign-in-methods.ts'
import type { PageContext } from './context.ts'

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Goes on as whoever signed in. Somebody else may be signed in here from another tab: the last one who signs in wins. */
export async function resumeAs(
  provider: Provider,
  context: PageContext,
  { interaction, subject, by }: { interaction: Interaction; subject: string; by: KnownWay },
): Promise<void> {
  const session = await provider.Session.get(context)
  const isSomebodyElse = session.accountId !== undefined && session.accountId !== subject
  if (isSomebodyElse) await session.destroy()
  // It may also have ended since this began: by a new password, for one.
  if (interaction.session && (isSomebodyElse || interaction.session.uid !== session.uid)) {
    delete interaction.session
    await interaction.persist()
  }
  await resume(provider, context, { login: { accountId: subject, amr: [methodOf[by]], remember: false } })
}

export async function resumeCancelled(provider: Provider, context: PageContext): Promise<void> {
  await resume(provider, context, { error: 'access_denied', error_description: 'the visitor cancelled' })
}

async function resume(
  provider: Provider,
  context: PageContext,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  const returnTo = await provider.interactionResult(context.req, context.res, result, {
    mergeWithLastSubmission: false,
  })
  context.redirect(returnTo)
  context.status = 303
}

/** The interaction's cookie is SameSite=Lax already; this also keeps neighbours on the same site out. */
export function isOwnForm(context: PageContext): boolean {
  const site = context.get('sec-fetch-site')
  return site === '' || site === 'same-origin'
}
