import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { loginReasonForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { displayName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ReasonField } from './reason-field.tsx'

type EndGuardianDialogProps = {
  user: UserCard
  relative: Pick<UserCard['relatives'][number], 'id' | 'firstName' | 'lastName' | 'kind'>
  change: 'end' | 'restore'
  onClose: () => void
}

/** Ends that a person is a guardian of a child, or makes the pair again. */
export function EndGuardianDialog({ user, relative, change, onClose }: EndGuardianDialogProps) {
  const { t } = useLingui()
  const [guardian, child] = relative.kind === 'guardian' ? [relative, user] : [user, relative]
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`guardian-${change}-${guardian.id}-${child.id}`),
  })
  const end = useMutation(callMutation('POST /v1/admin/user/{id}/guardian/{guardianId}/end', { handlesError: true }))
  const restore = useMutation(
    callMutation('POST /v1/admin/user/{id}/guardian/{guardianId}/restore', { handlesError: true }),
  )
  const mutation = change === 'end' ? end : restore
  const names = { guardian: displayName(guardian), child: displayName(child) }
  return (
    <FormDialog
      title={change === 'end' ? t`Прекратить связь: ${names.guardian}` : t`Восстановить связь: ${names.guardian}`}
      description={
        change === 'end'
          ? t`Родитель сразу перестанет видеть ребёнка (${names.child}) и получит сообщение. Ни файл школы, ни код другого родителя эту связь не вернут: её можно восстановить здесь. Договоры, которые родитель заключил сам, останутся у него.`
          : t`Родитель снова будет связан с ребёнком (${names.child}), с прежними правами, и получит сообщение.`
      }
      submitLabel={change === 'end' ? <Trans>Прекратить связь</Trans> : <Trans>Восстановить</Trans>}
      tone={change === 'end' ? 'danger' : 'primary'}
      mutation={mutation}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      onSubmit={({ reason }) =>
        mutation.mutateAsync({ params: { id: child.id, guardianId: guardian.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <ReasonField form={form} autoFocus readOnly={mutation.isPending} />
    </FormDialog>
  )
}
