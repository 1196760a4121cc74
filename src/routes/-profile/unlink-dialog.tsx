import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { accountsQuery } from '#src/api/profile.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { providerLook } from '#src/routes/-frame/provider-look.ts'
import type { Account } from './provider-row.tsx'

/** Asks whether the account is to go; the confirmation by code comes by itself (D-26). */
export function UnlinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { name } = providerLook(account.provider)
  const unlink = useMutation({
    ...callMutation('DELETE /v1/profile/account/{id}', { returnsFailure: true }),
    // An account that another tab has unlinked is gone as well.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey }),
  })
  return (
    <FormDialog
      title={<Trans>Отвязать {name}?</Trans>}
      description={<Trans>Аккаунт {account.login} больше не будет способом входа. Привязать его можно снова.</Trans>}
      submitLabel={<Trans>Отвязать</Trans>}
      cancelLabel={<Trans>Оставить</Trans>}
      tone="danger"
      isPending={unlink.isPending}
      failureTitle={<Trans>Аккаунт остался привязан</Trans>}
      failure={unlink.error && <FailureWords error={unlink.error} />}
      success="accountUnlinked"
      onSubmit={() => unlink.mutateAsync({ params: { id: account.id } })}
      onClose={onClose}
    />
  )
}
