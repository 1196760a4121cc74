import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { FormDialog } from '#src/routes/-shell/flow/form-dialog.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'

/** Invites everyone of the chosen role who has not been invited yet. */
export function InviteAllDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { search } = useScreenSearch('admin')
  const group = search.filter?.group
  const invite = useMutation(callMutation('POST /v1/admin/invitation/queue', { handlesError: true }))
  const role = group && i18n._(roleGroupLabels[group])
  return (
    <FormDialog
      title={<Trans>Пригласить всех без пароля</Trans>}
      description={
        role
          ? t`Роль: ${role}. Ссылку получат все, у кого есть почта или телефон, нет пароля и кого ещё не приглашали.`
          : t`Ссылку получат все с любой ролью, у кого есть почта или телефон, нет пароля и кого ещё не приглашали.`
      }
      submitLabel={<Trans>Пригласить</Trans>}
      mutation={invite}
      failureTitle={t`Не получилось`}
      success="invitationsQueued"
      onSubmit={() => invite.mutateAsync({ body: group ? { group } : {} })}
      onClose={onClose}
    />
  )
}
