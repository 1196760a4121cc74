import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { auditActions } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { userQuery } from '#src/api/admin.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { usePanelSearch } from './use-panel-search.ts'
import { actionLooks } from './words.ts'

/** Narrows the log by words, action and days; by a person where their card led here. */
export function AuditFilters() {
  const { t, i18n } = useLingui()
  const { shown, searchFor, narrow } = usePanelSearch()
  const { action = '', from = '', to = '', actor, subject } = shown.filter ?? {}
  return (
    <search className="flex flex-col gap-base print:hidden">
      <div className="grid grid-cols-2 gap-base xl:grid-cols-[2fr_1.4fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Field label={t`Найти в журнале`}>
            <SearchInput
              value={shown.search ?? ''}
              onSearch={searchFor}
              clearLabel={t`Очистить поиск`}
              placeholder={t`Имя, почта, телефон или причина`}
              maxLength={searchLength}
            />
          </Field>
        </div>
        <div className="col-span-2 md:col-span-1">
          <Field label={t`Действие`}>
            <Select
              value={action}
              onChange={({ target }) => narrow({ action: auditActions.find((one) => one === target.value) })}
            >
              <option value="">{t`Все`}</option>
              {auditActions.map((one) => (
                <option key={one} value={one}>
                  {i18n._(actionLooks[one].words)}
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
            onChange={({ target }) => narrow({ from: target.value || undefined })}
          />
        </Field>
        <Field label={t`По какой день`}>
          <TextInput
            type="date"
            value={to}
            min={from || undefined}
            onChange={({ target }) => narrow({ to: target.value || undefined })}
          />
        </Field>
      </div>
      {(actor ?? subject) && (
        <div className="flex flex-wrap gap-xs">
          {actor && <PersonChip id={actor} label={t`Кто`} onRemove={() => narrow({ actor: undefined })} />}
          {subject && <PersonChip id={subject} label={t`Под кем`} onRemove={() => narrow({ subject: undefined })} />}
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
