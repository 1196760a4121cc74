import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ticketStates } from '#contract/enumerations.ts'
import { type AdminPanelSearch, adminPanelSearch } from '#contract/screen-search.ts'
import { ticketAssigneesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketStateLooks } from '#src/i18n/ticket-labels.ts'
import { ListFilters } from '#src/routes/-admin/list-filters.tsx'
import { PersonChip } from '#src/routes/-admin/person-chip.tsx'
import { TicketTopicOptions } from '#src/routes/-query/labels/ticket-topic-options.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

/** Search and filters of the queue; the URL has them. */
export function TicketFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const { data: assignees = [] } = useQuery(optionalQuery(ticketAssigneesQuery()))
  const { state = 'open', topic = '', assignee = '', overdue, person } = search.filter ?? {}
  const change = (part: Record<string, string | undefined>) =>
    replace(adminPanelSearch({ ...search, filter: { ...search.filter, ...part } }) satisfies AdminPanelSearch)
  return (
    <>
      <ListFilters
        label={t`Найти сообщение`}
        placeholder={t`Слова, имя или номер`}
        clearLabel={t`Очистить поиск`}
        names={['state', 'topic', 'assignee', 'overdue']}
        columns="grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
      >
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
      </ListFilters>
      {person && (
        <div>
          <PersonChip id={person} label={t`О ком`} onRemove={() => change({ person: undefined })} />
        </div>
      )}
    </>
  )
}
