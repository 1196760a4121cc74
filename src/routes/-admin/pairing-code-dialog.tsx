import { useMutation } from '@tanstack/react-query'
import { userPairingForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { PairingCodeDialog } from '#src/routes/-flow/account/pairing/pairing-code-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ReasonField } from './reason-field.tsx'

/** The school makes a code for a guardian of a child, or for the child's own account. */
export function UserPairingCodeDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const form = useSchemaForm({
    schema: userPairingForm,
    defaultValues: { offer: '', reason: '' },
    persistence: useFormPersistence(`pairing-code-${user.id}`),
  })
  const make = useMutation(callMutation('POST /v1/admin/user/{id}/pairing-code', { handlesError: true }))
  return (
    <PairingCodeDialog
      name={fullName(user)}
      hasAccount={user.status !== 'closed'}
      form={form}
      mutation={make}
      onMake={(offer, { reason }) => make.mutateAsync({ params: { id: user.id }, body: { offer, reason } })}
      onClose={onClose}
    >
      <ReasonField form={form} readOnly={make.isPending} />
    </PairingCodeDialog>
  )
}
