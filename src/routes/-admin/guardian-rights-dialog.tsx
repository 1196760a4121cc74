import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loginReasonForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import {
  completeRights,
  type GuardianRight,
  guardianPresets,
  guardianRights,
  presetOf,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { guardianPresetLabels, guardianRightLabels } from '#src/i18n/person-labels.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { ReasonField } from './reason-field.tsx'

type GuardianRightsDialogProps = { user: UserCard; relative: UserCard['relatives'][number]; onClose: () => void }

/** What one guardian may do for one child: a preset, or single rights. */
export function GuardianRightsDialog({ user, relative, onClose }: GuardianRightsDialogProps) {
  const { t, i18n } = useLingui()
  const [rights, setRights] = useState(relative.rights)
  const [guardian, child] = relative.kind === 'guardian' ? [relative, user] : [user, relative]
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`guardian-rights-${guardian.id}-${child.id}`),
  })
  const change = useMutation(callMutation('POST /v1/admin/user/{id}/guardian-rights', { handlesError: true }))
  const isSame = guardianRights.every((right) => rights[right] === relative.rights[right])
  const preset = presetOf(rights)
  const choose = (name: string) => {
    const chosen = guardianPresets.find((one) => one === name)
    if (chosen) setRights(rightsOfPreset[chosen])
  }
  /** A right goes with those that imply it. */
  const toggle = (right: GuardianRight, isGiven: boolean) => {
    const next = { ...rights, [right]: isGiven }
    if (right === 'seesContracts' && !isGiven) next.pays = false
    if (right === 'seesLearning' && !isGiven) next.enrols = false
    setRights(completeRights(next))
  }
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
      <Field label={t`Набор прав`}>
        <Select
          value={preset ?? ''}
          autoFocus
          disabled={change.isPending}
          onChange={({ target }) => choose(target.value)}
        >
          {preset === null && <option value="">{t`Свой набор`}</option>}
          {guardianPresets.map((name) => (
            <option key={name} value={name}>
              {i18n._(guardianPresetLabels[name])}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className="flex flex-col gap-xs" disabled={change.isPending}>
        <legend className="sr-only">
          <Trans>Права по одному</Trans>
        </legend>
        {guardianRights.map((right) => (
          <Checkbox key={right} checked={rights[right]} onChange={({ target }) => toggle(right, target.checked)}>
            {i18n._(guardianRightLabels[right])}
          </Checkbox>
        ))}
      </fieldset>
      <ReasonField form={form} readOnly={change.isPending} />
    </FormDialog>
  )
}
