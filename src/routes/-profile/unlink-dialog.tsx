import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useProviderAppearance } from '#src/routes/-flow/account/provider-appearance.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

export type Account = AnswerOf<Calls['GET /v1/profile/account/list']>[number]

type UnlinkDialogProps = {
  account: Account
  /** The only way to sign in cannot be removed; known without a call. */
  isLast: boolean
  /** Moves the focus, because the pressed button is removed with its account. */
  onOpenerGone: () => void
  onClose: () => void
}

/** Confirms the unlinking of an account; the server may ask for a code first. */
export function UnlinkDialog({ account, isLast, onOpenerGone, onClose }: UnlinkDialogProps) {
  const { replace } = useScreenSearch('profile')
  const { name } = useProviderAppearance()(account.provider)
  const unlink = useMutation(callMutation('DELETE /v1/profile/account/{id}', { handlesError: true }))
  return (
    <FormDialog
      title={<Trans>Отвязать {name}?</Trans>}
      description={<Trans>Аккаунт {account.login} больше не будет способом входа. Привязать его можно снова.</Trans>}
      submitLabel={!isLast && <Trans>Отвязать</Trans>}
      cancelLabel={isLast ? <Trans>Понятно</Trans> : <Trans>Оставить</Trans>}
      tone="danger"
      mutation={unlink}
      failureTitle={<Trans>Аккаунт остался привязан</Trans>}
      failure={isLast ? <ProblemMessage type="last-sign-in-method" /> : undefined}
      success="accountUnlinked"
      onSubmit={() => unlink.mutateAsync({ params: { id: account.id } })}
      onDone={() => {
        // Removes the message that it was linked.
        replace({ linked: undefined, linkError: undefined })
        onClose()
      }}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
