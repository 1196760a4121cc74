import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { auditKindFilters, auditKinds, auditOutcomes } from '#contract/enumerations.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { day } from '#contract/search-params.ts'
import { auditFilterOf, auditQuery, shownAuditKind } from '#src/api/admin.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { ListFilters } from '#src/routes/-admin/list-filters.tsx'
import { PersonChip } from '#src/routes/-admin/person-chip.tsx'
import { problemLabels } from '#src/routes/-admin/problem-labels.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextInput, useTypedText } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { matchFailureLabels } from './audit-details.ts'
import { kindLabels, outcomeLabels } from './audit-labels.ts'
import { AuditTable } from './audit-table.tsx'

/** The audit log: who did what, to whom, when, from where, and with which result; newest first. */
export function AuditLog() {
  const { search } = useScreenSearch('admin')
  const isFiltered = Object.values(auditFilterOf(search)).some((part) => part !== undefined)
  return (
    <div className="flex flex-col gap-xs md:gap-base">
      <AuditFilters />
      <InfiniteQueryBoundary
        query={auditQuery(search)}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        empty={isFiltered ? <NoMatchingEntries /> : <EmptyLog />}
      >
        {({ items, total }) => (
          <ListBar
            tools={<ListFileLink list="audit/list" query={auditFilterOf(search)} total={total} />}
            list={
              <Card padding="flush">
                <AuditTable entries={items} />
              </Card>
            }
          />
        )}
      </InfiniteQueryBoundary>
    </div>
  )
}

function EmptyLog() {
  const { t } = useLingui()
  return (
    <EmptyCard icon="list" title={t`Журнал пока пуст`}>
      <Trans>Здесь появятся входы, пароли, коды, роли и выгрузки: кто, что, когда и откуда.</Trans>
    </EmptyCard>
  )
}

function NoMatchingEntries() {
  const { t } = useLingui()
  const { replace } = useScreenSearch('admin')
  return (
    <NoMatches
      title={t`Таких записей нет`}
      resetLabel={<Trans>Показать весь журнал</Trans>}
      onReset={() => replace({ search: undefined, filter: { kind: 'all' } })}
    >
      <Trans>Под выбранные условия не подходит ни одна запись.</Trans>
    </NoMatches>
  )
}

function AuditFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const { outcome = '', from = '', to = '', actor, subject, reason } = search.filter ?? {}
  const change = (part: AdminPanelSearch['filter']) => replace({ filter: { ...search.filter, ...part } })
  return (
    <>
      <ListFilters
        label={t`Найти в журнале`}
        placeholder={t`Имя, контакт или причина`}
        clearLabel={t`Очистить поиск`}
        names={['kind', 'outcome', 'from', 'to']}
        columns="grid-cols-3 xl:grid-cols-[2fr_1.3fr_1.1fr_1fr_1fr]"
      >
        <Field label={t`Действия`}>
          <Select
            value={shownAuditKind(search)}
            onChange={({ target }) => change({ kind: auditKindFilters.find((one) => one === target.value) })}
          >
            <option value="except-sign-ins">{t`Все, кроме входов`}</option>
            <option value="all">{t`Все`}</option>
            {auditKinds.map((one) => (
              <option key={one} value={one}>
                {i18n._(kindLabels[one])}
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
                {i18n._(outcomeLabels[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`С какого дня`}>
          <DayInput value={from} max={to || undefined} onChoose={(chosen) => change({ from: chosen })} />
        </Field>
        <Field label={t`По какой день`}>
          <DayInput value={to} min={from || undefined} onChoose={(chosen) => change({ to: chosen })} />
        </Field>
      </ListFilters>
      {(actor ?? subject ?? reason) && (
        <div className="flex flex-wrap gap-xs">
          {reason && <ReasonChip reason={reason} onRemove={() => change({ reason: undefined })} />}
          {actor && <PersonChip id={actor} label={t`Кто`} onRemove={() => change({ actor: undefined })} />}
          {subject && <PersonChip id={subject} label={t`О ком`} onRemove={() => change({ subject: undefined })} />}
        </div>
      )}
    </>
  )
}

type DayInputProps = {
  value: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
}

/** Calls `onChoose` for a whole day and for none. Typing a year passes through the years 2, 20 and 202. */
function DayInput({ value, onChoose, ...limits }: DayInputProps) {
  const { typed, setTyped, setSent } = useTypedText(value)
  const type = (text: string) => {
    setTyped(text)
    if (text !== '' && !day(text)) return
    setSent(text)
    onChoose(text)
  }
  return <TextInput type="date" {...limits} value={typed} onChange={({ target }) => type(target.value)} />
}

function ReasonChip({ reason, onRemove }: { reason: string; onRemove: () => void }) {
  const { t, i18n } = useLingui()
  const label = lookUp<MessageDescriptor | undefined>({ ...problemLabels, ...matchFailureLabels }, reason, undefined)
  return (
    <FilterChip ref={passFocusUp} pressed icon="close" onClick={onRemove}>
      {t`Причина`}: {label ? i18n._(label) : <ProblemMessage type={reason} />}
    </FilterChip>
  )
}
