import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { accountsQuery } from '#src/api/profile.ts'
import { FailureWords, ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { providerLook } from '#src/routes/-frame/provider-look.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Account } from './provider-row.tsx'

type UnlinkDialogProps = {
  account: Account
  /** The only way to sign in does not go: no code need be asked for to know that. */
  isLast: boolean
  /** The button that was pressed has gone with its account. */
  onOpenerGone: () => void
  onClose: () => void
}

/** Asks whether the account is to go; the confirmation by code comes by itself (D-26). */
export function UnlinkDialog({ account, isLast, onOpenerGone, onClose }: UnlinkDialogProps) {
  const { replace } = useAddress('profile')
  const queryClient = useQueryClient()
  const { name } = providerLook(account.provider)
  const unlink = useMutation({
    ...callMutation('DELETE /v1/profile/account/{id}', { returnsFailure: true }),
    // That it was linked a moment ago is no longer true.
    onSuccess: () => replace({ linked: undefined, linkError: undefined }),
    // An account that another tab has unlinked is gone as well.
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey }),
  })
  return (
    <FormDialog
      title={<Trans>Отвязать {name}?</Trans>}
      description={<Trans>Аккаунт {account.login} больше не будет способом входа. Привязать его можно снова.</Trans>}
      submitLabel={!isLast && <Trans>Отвязать</Trans>}
      cancelLabel={isLast ? <Trans>Понятно</Trans> : <Trans>Оставить</Trans>}
      tone="danger"
      isPending={unlink.isPending}
      failureTitle={<Trans>Аккаунт остался привязан</Trans>}
      failure={isLast ? <ProblemWords type="last-way-in" /> : unlink.error && <FailureWords error={unlink.error} />}
      success="accountUnlinked"
      onSubmit={() => unlink.mutateAsync({ params: { id: account.id } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
