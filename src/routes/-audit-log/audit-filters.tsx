import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { auditKinds, auditOutcomes } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import type { PanelSearch } from '#contract/screen-searches.ts'
import { userQuery } from '#src/api/admin.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { kindWords, outcomeWords } from './audit-words.ts'

/** By words, kind, outcome and days; by a person where their card led here. */
export function AuditFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('admin')
  const { kind = '', outcome = '', from = '', to = '', actor, subject } = search.filter ?? {}
  const change = (part: PanelSearch['filter']) => replace({ filter: { ...search.filter, ...part } })
  return (
    <search className="flex flex-col gap-base print:hidden">
      <div className="grid grid-cols-2 gap-base md:grid-cols-4 xl:grid-cols-[2fr_1.3fr_1.1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-4 xl:col-span-1">
          <Field label={t`Найти в журнале`}>
            <SearchInput
              value={search.search ?? ''}
              onSearch={(sought) => replace({ search: sought })}
              clearLabel={t`Очистить поиск`}
              placeholder={t`Имя, почта, телефон или причина`}
              maxLength={searchLength}
            />
          </Field>
        </div>
        <Field label={t`Действия`}>
          <Select
            value={kind}
            onChange={({ target }) => change({ kind: auditKinds.find((one) => one === target.value) })}
          >
            <option value="">{t`Все`}</option>
            {auditKinds.map((one) => (
              <option key={one} value={one}>
                {i18n._(kindWords[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Итог`}>
          <Select
            value={outcome}
            onChange={({ target }) => change({ outcome: auditOutcomes.find((one) => one === target.value) })}
          >
            <option value="">{t`Любой`}</option>
            {auditOutcomes.map((one) => (
              <option key={one} value={one}>
                {i18n._(outcomeWords[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`С какого дня`}>
          <TextInput
            type="date"
            value={from}
            max={to || undefined}
            onChange={({ target }) => change({ from: target.value })}
          />
        </Field>
        <Field label={t`По какой день`}>
          <TextInput
            type="date"
            value={to}
            min={from || undefined}
            onChange={({ target }) => change({ to: target.value })}
          />
        </Field>
      </div>
      {(actor ?? subject) && (
        <div className="flex flex-wrap gap-xs">
          {actor && <PersonChip id={actor} label={t`Кто`} onRemove={() => change({ actor: undefined })} />}
          {subject && <PersonChip id={subject} label={t`О ком`} onRemove={() => change({ subject: undefined })} />}
        </div>
      )}
    </search>
  )
}

function PersonChip({ id, label, onRemove }: { id: string; label: string; onRemove: () => void }) {
  const { data: user } = useQuery(userQuery(id))
  return (
    <FilterChip pressed icon="close" onClick={onRemove}>
      {label}: {user && `${user.firstName} ${user.lastName}`}
    </FilterChip>
  )
}
