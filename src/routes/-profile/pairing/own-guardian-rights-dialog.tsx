import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import type { ChildGuardians } from '#contract/people/pairing.ts'
import type { FamilyChild } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { GuardianRightsFields } from '#src/routes/-flow/account/guardian-rights-fields.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'

type OwnGuardianRightsDialogProps = {
  child: FamilyChild
  guardian: ChildGuardians['guardians'][number]
  onClose: () => void
}

/** The holder of a contract gives or takes rights of another guardian of the child. */
export function OwnGuardianRightsDialog({ child, guardian, onClose }: OwnGuardianRightsDialogProps) {
  const { t } = useLingui()
  const [rights, setRights] = useState(guardian.rights)
  const change = useMutation(callMutation('POST /v1/profile/guardian-rights', { handlesError: true }))
  const isSame = guardianRights.every((right) => rights[right] === guardian.rights[right])
  const isLimited = guardian.changeable.length < guardianRights.length
  const names = { guardian: displayName(guardian), child: fullName(child) }
  return (
    <FormDialog
      title={t`Права: ${names.guardian}`}
      description={t`Что может этот родитель, если речь о ребёнке: ${names.child}. Изменение действует сразу, родителю придёт сообщение с вашим именем.`}
      submitLabel={<Trans>Сохранить</Trans>}
      disabled={isSame}
      mutation={change}
      failureTitle={t`Не получилось`}
      success="profileSaved"
      hasChanges={() => !isSame}
      onSubmit={() => change.mutateAsync({ body: { studentUuid: child.uuid, guardianId: guardian.id, rights } })}
      onClose={onClose}
    >
      <GuardianRightsFields
        rights={rights}
        changeable={guardian.changeable}
        disabled={change.isPending}
        onChange={setRights}
      />
      {isLimited && (
        <p className="text-sm text-ink-muted">
          <Trans>
            Изменить можно только те права, которые есть у вас. То, без чего родитель не сможет оплачивать свой договор,
            отнять нельзя. Остальное может изменить школа.
          </Trans>
        </p>
      )}
    </FormDialog>
  )
}
