import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ticketStates } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { type AdminPanelSearch, adminPanelSearch } from '#contract/screen-search.ts'
import { ticketAssigneesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketStateLooks } from '#src/i18n/ticket-labels.ts'
import { TicketTopicOptions } from '#src/routes/-query/labels/ticket-topic-options.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput, Select } from '#src/ui/forms/inputs.tsx'

/** Search and filters of the queue; the URL has them. */
export function TicketFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const { data: assignees = [] } = useQuery(optionalQuery(ticketAssigneesQuery()))
  const { state = 'open', topic = '', assignee = '', overdue } = search.filter ?? {}
  const change = (part: Record<string, string | undefined>) =>
    replace(adminPanelSearch({ ...search, filter: { ...search.filter, ...part } }) satisfies AdminPanelSearch)
  return (
    <search className="grid grid-cols-2 items-end gap-base lg:grid-cols-[2fr_1fr_1fr_1fr_auto] print:hidden">
      <div className="max-lg:col-span-2">
        <Field label={t`Найти сообщение`}>
          <SearchInput
            value={search.search ?? ''}
            onSearch={(sought) => replace({ search: sought })}
            clearLabel={t`Очистить поиск`}
            placeholder={t`Слова, имя или номер`}
            maxLength={searchLength}
          />
        </Field>
      </div>
      <Field label={t`Статус`}>
        <Select value={state} onChange={({ target }) => change({ state: target.value })}>
          <option value="open">{t`Ждут ответа`}</option>
          {ticketStates.map((one) => (
            <option key={one} value={one}>
              {i18n._(ticketStateLooks[one].text)}
            </option>
          ))}
          <option value="all">{t`Все`}</option>
        </Select>
      </Field>
      <Field label={t`Тема`}>
        <Select value={topic} onChange={({ target }) => change({ topic: target.value })}>
          <option value="">{t`Все`}</option>
          <TicketTopicOptions />
        </Select>
      </Field>
      <Field label={t`Кто отвечает`}>
        <Select value={assignee} onChange={({ target }) => change({ assignee: target.value })}>
          <option value="">{t`Все`}</option>
          <option value="own">{t`Мои`}</option>
          <option value="none">{t`Никто`}</option>
          {assignees.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex min-h-control items-center">
        <FilterChip
          tone="error"
          pressed={overdue === 'yes'}
          onClick={() => change({ overdue: overdue === 'yes' ? undefined : 'yes' })}
        >
          <Trans>Просроченные</Trans>
        </FilterChip>
      </div>
    </search>
  )
}
