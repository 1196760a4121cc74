import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { DeskTicket } from '#contract/people/tickets.ts'
import { ticketAssigneesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import {
  type TicketStateLook,
  ticketRecipientText,
  ticketStateLooks,
  ticketTopicLabels,
  unknownTicketState,
} from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { TicketChange } from '#src/machines/setups/ticket-desk-setup.ts'
import { DueAt } from '#src/routes/-admin/ticket-answerer.tsx'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { TopicField } from '#src/routes/-flow/rich-text/ticket-fields.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SavingSelect } from '#src/ui/forms/saving-select.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type TicketFactsProps = { ticket: DeskTicket; isBusy: boolean; onChange: (change: TicketChange) => void }

/** Author, norm, assignee, topic and state of a ticket. */
export function TicketFacts({ ticket, isBusy, onChange }: TicketFactsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const ownId = useCurrentUserId()
  const { data: assignees = [] } = useQuery(optionalQuery(ticketAssigneesQuery()))
  const { author, student, recipient, assignee, topic, createdAt, dueAt } = ticket
  const isListed = assignee === null || assignees.some(({ id }) => id === assignee.id)
  const people = isListed ? assignees : [...assignees, assignee]
  return (
    <Card>
      <div className="flex flex-col gap-base">
        <DescriptionList
          isCompact
          entries={[
            { key: 'author', term: <Trans>Автор</Trans>, value: <PersonLink person={author} /> },
            { key: 'student', term: <Trans>О ком</Trans>, value: student && <PersonLink person={student} /> },
            {
              key: 'recipient',
              term: <Trans>Кому</Trans>,
              value: recipient && <PersonLink person={{ ...recipient, name: ticketRecipientText(i18n, recipient) }} />,
            },
            { key: 'created', term: <Trans>Получено</Trans>, value: dates.dateTime(createdAt) },
            { key: 'due', term: <Trans>Ответить до</Trans>, value: dueAt && <DueAt at={dueAt} /> },
          ]}
        />
        <div className="flex flex-col gap-xs">
          <Field label={t`Кто отвечает`}>
            <SavingSelect
              value={assignee?.id ?? ''}
              busy={isBusy}
              onChange={({ target }) => onChange({ assigneeId: target.value || null })}
            >
              <option value="">{t`Никто`}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SavingSelect>
          </Field>
          {ownId !== null && assignee?.id !== ownId && (
            <Button ref={passFocusUp} size="small" busy={isBusy} onClick={() => onChange({ assigneeId: ownId })}>
              <Trans>Взять себе</Trans>
            </Button>
          )}
        </div>
        <TopicField topic={topic} busy={isBusy} onChoose={(chosen) => onChange({ topic: chosen })} />
        <StateButtons state={ticket.state} isBusy={isBusy} onChange={onChange} />
        {/* Announces every change of the fields above. */}
        <p role="status" className="sr-only">
          {[
            i18n._(lookUp<TicketStateLook>(ticketStateLooks, ticket.state, unknownTicketState).text),
            i18n._(labelOf(ticketTopicLabels, topic)),
            assignee?.name ?? t`Никто`,
          ].join(', ')}
        </p>
      </div>
    </Card>
  )
}

function PersonLink({ person: { id, name } }: { person: DeskTicket['author'] }) {
  return (
    <UserLink id={id} onIntent={UserCard.prefetch}>
      {name}
    </UserLink>
  )
}

type StateButtonsProps = Pick<TicketFactsProps, 'isBusy' | 'onChange'> & { state: DeskTicket['state'] }

/** The states that follow by hand; «есть ответ» follows from an answer. */
function StateButtons({ state, isBusy, onChange }: StateButtonsProps) {
  return (
    <div className="flex flex-wrap gap-xs">
      <Button
        size="small"
        busy={isBusy}
        // One button, so that it keeps the focus.
        onClick={() => onChange({ state: state === 'inProgress' ? 'received' : 'inProgress' })}
      >
        {state === 'inProgress' ? (
          <Trans>Вернуть в полученные</Trans>
        ) : state === 'received' ? (
          <Trans>Взять в работу</Trans>
        ) : (
          <Trans>Вернуть в работу</Trans>
        )}
      </Button>
      {state !== 'closed' && (
        <Button ref={passFocusUp} size="small" busy={isBusy} onClick={() => onChange({ state: 'closed' })}>
          <Trans>Закрыть переписку</Trans>
        </Button>
      )}
    </div>
  )
}
