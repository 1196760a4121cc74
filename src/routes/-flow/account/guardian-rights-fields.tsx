import { Trans, useLingui } from '@lingui/react/macro'
import {
  completeRights,
  type GuardianRight,
  type GuardianRights,
  guardianPresets,
  guardianRights,
  presetOf,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { guardianPresetLabels, guardianRightLabels } from '#src/i18n/person-labels.ts'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type GuardianRightsFieldsProps = {
  rights: GuardianRights
  /** The rights that may be given or taken. */
  changeable?: readonly GuardianRight[]
  disabled: boolean
  onChange: (rights: GuardianRights) => void
}

/** What a guardian may do for a child: a preset, or single rights. */
export function GuardianRightsFields({
  rights,
  changeable = guardianRights,
  disabled,
  onChange,
}: GuardianRightsFieldsProps) {
  const { t, i18n } = useLingui()
  const preset = presetOf(rights)
  const isWithin = (wanted: GuardianRights) =>
    guardianRights.every((right) => wanted[right] === rights[right] || changeable.includes(right))
  const presets = guardianPresets.filter((name) => isWithin(rightsOfPreset[name]))
  const choose = (name: string) => {
    const chosen = presets.find((one) => one === name)
    if (chosen) onChange(rightsOfPreset[chosen])
  }
  /** A right goes with those that imply it. */
  const toggle = (right: GuardianRight, isGiven: boolean) => {
    const next = { ...rights, [right]: isGiven }
    if (right === 'seesContracts' && !isGiven) next.pays = false
    if (right === 'seesLearning' && !isGiven) next.enrols = false
    onChange(completeRights(next))
  }
  return (
    <>
      <Field label={t`Набор прав`}>
        <Select value={preset ?? ''} autoFocus disabled={disabled} onChange={({ target }) => choose(target.value)}>
          {preset === null && <option value="">{t`Свой набор`}</option>}
          {presets.map((name) => (
            <option key={name} value={name}>
              {i18n._(guardianPresetLabels[name])}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className="flex flex-col gap-xs" disabled={disabled}>
        <legend className="sr-only">
          <Trans>Права по одному</Trans>
        </legend>
        {guardianRights.map((right) => (
          <Checkbox
            key={right}
            checked={rights[right]}
            disabled={!changeable.includes(right)}
            onChange={({ target }) => toggle(right, target.checked)}
          >
            {i18n._(guardianRightLabels[right])}
          </Checkbox>
        ))}
      </fieldset>
    </>
  )
}
