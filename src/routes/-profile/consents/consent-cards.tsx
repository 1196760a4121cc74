import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Consents } from '#contract/people/consents.ts'
import { consentsQuery } from '#src/api/profile.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { consentLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { type Answers, givenOf, type Question, questionsOf, useAnswers } from './consent-answers.ts'
import { ConsentOfAllRow, ConsentRow, useSubjectName } from './consent-row.tsx'

type ConsentCardsProps = {
  /** With one, all is in a card under it; without, the page has a heading. */
  title?: ReactNode
}

/** Consents of the person and of the children, what needs none, and the history of the answers. */
export function ConsentCards({ title }: ConsentCardsProps) {
  return (
    <QueryBoundary
      query={consentsQuery()}
      skeleton={
        <>
          <SkeletonBlock />
          <SkeletonBlock />
        </>
      }
    >
      {(consents) => <Cards consents={consents} title={title} />}
    </QueryBoundary>
  )
}

function Cards({ consents, title }: ConsentCardsProps & { consents: Consents }) {
  const answers = useAnswers(consents)
  const introduction = consents.texts.length > 0 && <Introduction consents={consents} answers={answers} />
  const level = title === undefined ? 2 : 3
  const purposes = questionsOf(consents).length > 0 && <Purposes consents={consents} answers={answers} level={level} />
  const isEmpty = consents.information.length === 0 && consents.history.length === 0
  const background = !isEmpty && <Background consents={consents} level={level} />
  if (title === undefined)
    return (
      <>
        {introduction}
        {purposes && <RowsCard>{purposes}</RowsCard>}
        {background && <RowsCard>{background}</RowsCard>}
      </>
    )
  return (
    <Card padding="flush" title={title}>
      <div className="px-base pb-base empty:hidden md:px-lg">{introduction}</div>
      <Rows>
        {purposes}
        {background}
      </Rows>
    </Card>
  )
}

type SectionProps = { consents: Consents; answers: Answers }
type HeadingLevel = { level: 2 | 3 }

/** That nothing has to be answered, and the one press that refuses everything. */
function Introduction({ consents, answers }: SectionProps) {
  const { answer, running, isBlocked, error } = answers('all')
  const isAdmin = useSessionSelector(({ context }) => context.roleGroup === 'admin')
  const open = questionsOf(consents).filter((question) => question.subject.mayAnswer && givenOf(question) !== false)
  return (
    <div tabIndex={-1} className="flex flex-col items-start gap-sm focus-visible:outline-none">
      <p className="max-w-text text-ink-muted">
        {isAdmin ? (
          <Trans>
            Согласия добровольны: отказ не влияет на работу и на доступ в кабинет. Ответ можно изменить в любой день.
          </Trans>
        ) : (
          <Trans>
            Согласия добровольны: отказ не влияет на обучение, цены и работу кабинета. Ответ можно изменить в любой
            день.
          </Trans>
        )}
      </p>
      {open.length > 0 && (
        <AccountOwnerButton
          ref={passFocusUp}
          busy={running !== null}
          disabled={isBlocked}
          onClick={() => answer(open, false)}
        >
          <Trans>Отказаться от всех</Trans>
        </AccountOwnerButton>
      )}
      <CallError error={error}>
        <Trans>Ответ не сохранён.</Trans>
      </CallError>
    </div>
  )
}

/** One row for each text; it opens to the text and its answers, at a sign-in by itself the first one that waits for an answer. */
function Purposes({ consents, answers, level }: SectionProps & HeadingLevel) {
  const byText = [...Map.groupBy(questionsOf(consents), ({ text }) => text)]
  const isSignIn = useScreenSearch('profile').search.next !== undefined
  const [asked] = (isSignIn && byText.find(([, questions]) => waitingOf(questions).length > 0)) || []
  return byText.map(([text, questions]) => (
    <ConsentPurpose key={text.purpose} questions={questions} answers={answers} isAsked={text === asked} level={level} />
  ))
}

/** A card of rows that open. */
function RowsCard({ children }: { children: ReactNode }) {
  return (
    <Card as="div" padding="flush">
      <Rows>{children}</Rows>
    </Card>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line-soft px-base md:px-lg">{children}</div>
}

type OpenedRowProps = HeadingLevel & { title: ReactNode; note?: ReactNode; isOpen?: boolean; children: ReactNode }

function OpenedRow({ level, title, note, isOpen = false, children }: OpenedRowProps) {
  const Heading = `h${level}` as const
  return (
    <section className="py-xs">
      <Disclosure
        isOpen={isOpen}
        summary={
          <>
            <Heading className="text-base font-medium">{title}</Heading>
            {note && <span className="block text-sm font-normal text-ink-muted">{note}</span>}
          </>
        }
      >
        <div className="pb-sm">{children}</div>
      </Disclosure>
    </section>
  )
}

function waitingOf(questions: readonly Question[]): Question[] {
  return questions.filter((question) => question.subject.mayAnswer && givenOf(question) === null)
}

type ConsentPurposeProps = HeadingLevel & {
  questions: readonly Question[]
  answers: Answers
  /** At a sign-in: it is the first that waits for an answer. */
  isAsked: boolean
}

function ConsentPurpose({ questions, answers, isAsked, level }: ConsentPurposeProps) {
  const { i18n } = useLingui()
  const waiting = waitingOf(questions)
  // What is open stays so when the last answer is given.
  const [isOpen, setOpen] = useState(isAsked)
  if (isAsked && !isOpen) setOpen(true)
  const [first] = questions
  if (!first) return null
  const { text } = first
  return (
    <OpenedRow
      level={level}
      title={i18n._(consentLabels[text.purpose])}
      note={<PurposeState questions={questions} />}
      isOpen={isOpen}
    >
      <div className="flex flex-col gap-base">
        <Paragraphs texts={text.paragraphs} />
        <ul tabIndex={-1} className="divide-y divide-line-soft focus-visible:outline-none">
          {waiting.length > 1 && <ConsentOfAllRow questions={waiting} answers={answers} />}
          {questions.map((question) => (
            <ConsentRow key={question.subject.id} question={question} answers={answers} />
          ))}
        </ul>
        <AccountOwnerOnly />
      </div>
    </OpenedRow>
  )
}

/** The reader's answers to a text in a few words. */
function PurposeState({ questions }: { questions: readonly Question[] }) {
  const { t } = useLingui()
  const own = questions.filter(({ subject }) => subject.mayAnswer)
  const waiting = waitingOf(own)
  const given = own.filter((question) => givenOf(question) === true)
  const named = waiting.length > 0 ? waiting : given
  const names = named.map(({ subject: { name } }) => name?.firstName ?? t`вы`).join(', ')
  if (own.length === 0) return <Trans>отвечают родители</Trans>
  if (waiting.length > 0)
    return (
      <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
        <Badge tone="warning">
          {waiting.every(({ subject }) => subject.isOwn) ? (
            <Trans context="consent">Ждёт ответа</Trans>
          ) : (
            <Trans>Нет ответа: {names}</Trans>
          )}
        </Badge>
        <span className="text-ink-link group-open/disclosure:hidden">
          <Trans context="consent">Ответить</Trans>
        </span>
      </span>
    )
  if (given.length === 0) return <Trans>вы отказались</Trans>
  if (given.length === own.length) return <Trans>вы согласились</Trans>
  return <Trans>согласие: {names}</Trans>
}

/** What is processed without a consent, and every answer. */
function Background({ consents, level }: HeadingLevel & { consents: Consents }) {
  const { information, history, subjects } = consents
  const count = history.length
  return (
    <>
      {information.length > 0 && (
        <OpenedRow level={level} title={<Trans>Что обрабатывается без согласия</Trans>}>
          <Paragraphs texts={information} />
        </OpenedRow>
      )}
      {count > 0 && (
        <OpenedRow level={level} title={<Trans>История ответов: {count}</Trans>}>
          <ol className="divide-y divide-line-soft">
            {history.map((entry) => (
              <HistoryRow key={`${entry.at} ${entry.subjectId} ${entry.purpose}`} entry={entry} subjects={subjects} />
            ))}
          </ol>
        </OpenedRow>
      )}
    </>
  )
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return (
    <div className="flex max-w-text flex-col gap-xs">
      {texts.map((text) => (
        <p key={text}>{unbrokenReferences(text)}</p>
      ))}
    </div>
  )
}

type HistoryRowProps = { entry: Consents['history'][number]; subjects: Consents['subjects'] }

function HistoryRow({ entry, subjects }: HistoryRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const nameOf = useSubjectName()
  const { at, subjectId, purpose, version, isGiven, isOwn } = entry
  const subject = subjects.find(({ id }) => id === subjectId)
  return (
    <li className="flex flex-col gap-half py-sm first:pt-0 last:pb-0">
      <p>
        {i18n._(consentLabels[purpose])}: {isGiven ? <Trans>согласие</Trans> : <Trans>отказ</Trans>}
      </p>
      <p className="text-sm text-ink-muted tabular-nums">
        <time dateTime={at}>
          {dates.dayWithYear(dates.dayOf(at))}, {dates.time(at)}
        </time>
        {subject && `, ${nameOf(subject)}`}, <Trans>версия текста {version}</Trans>
        {!isOwn && (
          <>
            , <Trans>ответил другой родитель</Trans>
          </>
        )}
      </p>
    </li>
  )
}
