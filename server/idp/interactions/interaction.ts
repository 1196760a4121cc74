import type Provider from 'oidc-provider'
import { amrValues, type EmbeddedSignInMethod } from '#server/auth/oidc/claims.ts'
import type { PageContext } from './page-context.ts'

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Completes the interaction. If another user is signed in in another tab, the last sign-in wins. */
export async function finishInteraction(
  provider: Provider,
  context: PageContext,
  { interaction, subject, by }: { interaction: Interaction; subject: string; by: EmbeddedSignInMethod },
): Promise<void> {
  const session = await provider.Session.get(context)
  const isOtherUser = session.accountId !== undefined && session.accountId !== subject
  if (isOtherUser) await session.destroy()
  // The provider session may have ended since the interaction began, for example by a new password.
  if (interaction.session && (isOtherUser || interaction.session.uid !== session.uid)) {
    delete interaction.session
    await interaction.persist()
  }
  await resume(provider, context, { login: { accountId: subject, amr: [amrValues[by]], remember: false } })
}

export async function cancelInteraction(provider: Provider, context: PageContext): Promise<void> {
  await resume(provider, context, { error: 'access_denied' })
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
