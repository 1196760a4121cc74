import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { GroupScope } from '#contract/enumerations.ts'
import { roleGroups } from '#contract/roles.ts'
import { newsAudiencesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type Kind = 'role' | GroupScope

/** What an audience of this kind is chosen from. */
function useAudiences(kind: Kind) {
  const { i18n } = useLingui()
  const { data, error } = useQuery(optionalQuery(newsAudiencesQuery()))
  const audiences = {
    role: roleGroups.map((id) => ({ id, title: i18n._(roleGroupLabels[id]) })),
    territory: data?.territories ?? [],
    course: data?.courses ?? [],
    group: data?.groups ?? [],
  }[kind]
  return { audiences, error: kind === 'role' ? null : error }
}

/** The title of the chosen role, territory, course or group. */
export function AudienceTitle({ kind, id }: { kind: Kind; id: string }) {
  const { audiences } = useAudiences(kind)
  return audiences.find((one) => one.id === id)?.title ?? '…'
}

type AudienceChoiceProps = {
  kind: Kind
  label: string
  value: string
  /** It was sent without a choice. */
  isMissing?: boolean
  disabled: boolean
  onChange: (id: string) => void
}

/** Chooses a role, or a territory, course or group that has not ended. */
export function AudienceChoice({ kind, label, value, isMissing = false, disabled, onChange }: AudienceChoiceProps) {
  const { t } = useLingui()
  const { audiences, error } = useAudiences(kind)
  return (
    <>
      <Field label={label} error={isMissing && t`Выберите.`}>
        <Select value={value} required disabled={disabled} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t`Выберите`}</option>
          {/* The list may come after the choice was restored. */}
          {value !== '' && !audiences.some(({ id }) => id === value) && <option value={value}>…</option>}
          {audiences.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <CallError error={error} />
    </>
  )
}
