import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loginReasonForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { GuardianRightsFields } from '#src/routes/-flow/account/guardian-rights-fields.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ReasonField } from './reason-field.tsx'

type GuardianRightsDialogProps = { user: UserCard; relative: UserCard['relatives'][number]; onClose: () => void }

/** What one guardian may do for one child: a preset, or single rights. */
export function GuardianRightsDialog({ user, relative, onClose }: GuardianRightsDialogProps) {
  const { t } = useLingui()
  const [rights, setRights] = useState(relative.rights)
  const [guardian, child] = relative.kind === 'guardian' ? [relative, user] : [user, relative]
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`guardian-rights-${guardian.id}-${child.id}`),
  })
  const change = useMutation(callMutation('POST /v1/admin/user/{id}/guardian-rights', { handlesError: true }))
  const isSame = guardianRights.every((right) => rights[right] === relative.rights[right])
  return (
    <FormDialog
      title={t`Права: ${displayName(guardian)}`}
      description={t`Что может этот родитель, если речь о ребёнке: ${displayName(child)}. Изменение действует сразу, родителю придёт сообщение.`}
      submitLabel={<Trans>Сохранить</Trans>}
      disabled={isSame}
      mutation={change}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      hasChanges={() => !isSame || form.hasChanges()}
      onSubmit={({ reason }) =>
        change.mutateAsync({ params: { id: child.id }, body: { guardianId: guardian.id, rights, reason } })
      }
      onClose={onClose}
    >
      <GuardianRightsFields rights={rights} disabled={change.isPending} onChange={setRights} />
      <ReasonField form={form} readOnly={change.isPending} />
    </FormDialog>
  )
}
