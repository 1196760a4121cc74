import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { guardianPresets, guardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { PairingOffer } from '#contract/people/pairing.ts'
import { showPairingCode } from '#contract/people/pairing-code.ts'
import { guardianPresetLabels, guardianRightLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SecretDialog } from '#src/routes/-flow/account/shown-secret.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import type { SchemaForm, TextValues } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type PairingCodeDialogProps<Values extends TextValues & { offer: string }> = {
  /** Of the child. */
  name: string
  /** The child has an own account, so that no code is needed for it. */
  hasAccount: boolean
  /** `offer` is a preset, `student` for the child's own account, or empty until something is chosen. */
  form: SchemaForm<Values>
  mutation: { isPending: boolean; error: Error | null; data: { code: string; expiresAt: string } | undefined }
  onMake: (offer: PairingOffer, values: Values) => Promise<unknown>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Makes a code for another guardian of a child, or for the child's own account, and shows it once. */
export function PairingCodeDialog<Values extends TextValues & { offer: string }>({
  name,
  hasAccount,
  form,
  mutation,
  onMake,
  onClose,
  children,
}: PairingCodeDialogProps<Values>) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const [isMade, setMade] = useState(false)
  const { data } = mutation
  if (isMade && data) {
    return (
      <SecretDialog
        title={<Trans>Код создан</Trans>}
        description={
          <Trans>
            Передайте его сами: больше мы его не покажем. Он действует до {dates.dateTime(data.expiresAt)} и только один
            раз. Ввести его нужно в профиле личного кабинета.
          </Trans>
        }
        values={[{ key: 'code', label: t`Код`, value: showPairingCode(data.code) }]}
        done={<Trans>Код передан</Trans>}
        onClose={onClose}
      />
    )
  }
  const offer = form.valueOf('offer' as never)
  const preset = guardianPresets.find((one) => one === offer)
  return (
    <FormDialog
      title={t`Код доступа: ${name}`}
      description={t`По коду другой взрослый увидит этого ребёнка в своём кабинете. Остальные родители узнают о коде.`}
      submitLabel={<Trans>Создать код</Trans>}
      mutation={mutation}
      failureTitle={t`Не получилось`}
      form={form}
      onSubmit={(values) => onMake(offerOf(values.offer), values)}
      onDone={() => setMade(true)}
      onClose={onClose}
    >
      <Field
        label={t`Кому и что открыть`}
        error={form.errorOf('offer' as never) !== null && t`Выберите, кому и что открыть.`}
      >
        <Select {...form.register('offer' as never)} autoFocus disabled={mutation.isPending}>
          {offer === '' && <option value="">{t`Выберите`}</option>}
          {guardianPresets.map((one) => (
            <option key={one} value={one}>
              {t`Взрослому: ${i18n._(guardianPresetLabels[one])}`}
            </option>
          ))}
          {!hasAccount && <option value="student">{t`Самому ребёнку: свой кабинет`}</option>}
        </Select>
      </Field>
      {preset && (
        <ul className="list-disc pl-lg text-ink-muted">
          {guardianRights
            .filter((right) => rightsOfPreset[preset][right])
            .map((right) => (
              <li key={right}>{i18n._(guardianRightLabels[right])}</li>
            ))}
        </ul>
      )}
      {offer === 'student' && (
        <p className="text-ink-muted">
          <Trans>Ребёнок войдёт в личный кабинет сам и введёт код: расписание, оценки и договоры откроются ему.</Trans>
        </p>
      )}
      {children}
    </FormDialog>
  )
}

function offerOf(offer: string): PairingOffer {
  const preset = guardianPresets.find((one) => one === offer)
  return preset ? { kind: 'guardian', preset } : { kind: 'student' }
}
