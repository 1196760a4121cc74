import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { accountsQuery } from '#src/api/linked-accounts.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { Account } from './linked-account.tsx'
import { providerLook } from './provider-names.ts'

const route = getRouteApi('/profile')

/** Asks whether the account is to go; the confirmation by code comes by itself (D-26). */
export function UnlinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const notifications = route.useRouteContext({ select: (context) => context.notifications })
  const { name } = providerLook(account.provider)
  const unlink = useMutation({
    ...callMutation('DELETE /v1/profile/account/{id}', { returnsFailure: true }),
    onSuccess: () => {
      notifications.send({ type: 'notification.show', kind: 'accountUnlinked', tone: 'success' })
      onClose()
    },
    // An account that another tab has unlinked is gone as well.
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsQuery().queryKey }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Отвязать {name}?</Trans>}
      description={<Trans>Аккаунт {account.login} больше не будет способом входа. Привязать его можно снова.</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Оставить</Trans>
          </Button>
          <Button
            variant="danger"
            busy={unlink.isPending}
            onClick={() => unlink.mutate({ params: { id: account.id } })}
          >
            <Trans>Отвязать</Trans>
          </Button>
        </>
      }
    >
      {unlink.error && (
        <Notice tone="error" role="alert" title={<Trans>Аккаунт остался привязан</Trans>}>
          <FailureWords error={unlink.error} />
        </Notice>
      )}
    </Dialog>
  )
}
