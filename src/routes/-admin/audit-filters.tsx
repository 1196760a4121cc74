import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { auditActions } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import type { PanelSearch } from '#contract/screen-searches.ts'
import { userQuery } from '#src/api/admin.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { actionLabels } from './labels.tsx'

/** By words, action and days; by a person where their card led here. */
export function AuditFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('admin')
  const { action = '', from = '', to = '', actor, subject } = search.filter ?? {}
  const change = (part: PanelSearch['filter']) => replace({ filter: { ...search.filter, ...part } })
  return (
    <search className="flex flex-col gap-base print:hidden">
      <div className="grid gap-base sm:grid-cols-2 xl:grid-cols-[2fr_1.4fr_1fr_1fr]">
        <div className="sm:col-span-2 md:col-span-1">
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
        <div className="sm:col-span-2 md:col-span-1">
          <Field label={t`Действие`}>
            <Select
              value={action}
              onChange={({ target }) => change({ action: auditActions.find((one) => one === target.value) })}
            >
              <option value="">{t`Все`}</option>
              {auditActions.map((one) => (
                <option key={one} value={one}>
                  {i18n._(actionLabels[one].words)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
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
          {subject && <PersonChip id={subject} label={t`Под кем`} onRemove={() => change({ subject: undefined })} />}
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
