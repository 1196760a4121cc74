import { useMutation } from '@tanstack/react-query'
import { pairingOfferForm } from '#contract/forms.ts'
import { displayName } from '#contract/people/names.ts'
import type { FamilyChild } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { PairingCodeDialog } from '#src/routes/-flow/account/pairing/pairing-code-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'

/** A guardian makes a code for another guardian, or for the child's own account. */
export function OwnPairingCodeDialog({ child, onClose }: { child: FamilyChild; onClose: () => void }) {
  const form = useSchemaForm<{ offer: string }>({
    schema: pairingOfferForm,
    // Nothing is chosen at first: who only presses the button must not give all rights away.
    defaultValues: { offer: '' },
    persistence: useFormPersistence(`pairing-code-${child.uuid}`),
  })
  const make = useMutation(callMutation('POST /v1/profile/pairing-code', { handlesError: true }))
  return (
    <PairingCodeDialog
      name={displayName(child)}
      hasAccount={child.canSignIn}
      form={form}
      mutation={make}
      onMake={(offer) => make.mutateAsync({ body: { studentUuid: child.uuid, offer } })}
      onClose={onClose}
    />
  )
}
