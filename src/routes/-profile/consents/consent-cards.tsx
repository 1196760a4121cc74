import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Consents } from '#contract/people/consents.ts'
import { consentsQuery } from '#src/api/profile.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { consentLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { FoldedCard } from '#src/ui/layout/folded-card.tsx'
import { ConsentRow, useSubjectName } from './consent-row.tsx'

/** Consents of the person and of the children, what needs none, and the history of the answers. */
export function ConsentCards() {
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
      {(consents) => (
        <>
          {consents.texts.length > 0 && (
            <p className="max-w-text text-ink-muted">
              <Trans>
                Согласия добровольны: отказ не влияет на обучение, цены и работу кабинета. Ответ можно изменить в любой
                день.
              </Trans>
            </p>
          )}
          {consents.texts.map((text) => (
            <ConsentCard
              key={text.purpose}
              text={text}
              consents={consents}
              isOnlyAsked={text === onlyAskedOf(consents)}
            />
          ))}
          <Information paragraphs={consents.information} />
          <History consents={consents} />
        </>
      )}
    </QueryBoundary>
  )
}

type ConsentCardProps = {
  text: Consents['texts'][number]
  consents: Consents
  /** It is open at first. */
  isOnlyAsked: boolean
}

/** The text that waits for answers, if it is one: of several the list is short, with the number of answers of each. */
function onlyAskedOf(consents: Consents): Consents['texts'][number] | undefined {
  const [first, ...others] = consents.texts.filter(({ purpose }) => waitingOf(consents, purpose) > 0)
  return others.length === 0 ? first : undefined
}

/** The number of persons for whom the reader has not answered the present text. */
function waitingOf({ subjects }: Consents, purpose: string): number {
  return subjects
    .filter(({ mayAnswer }) => mayAnswer)
    .flatMap((subject) => subject.consents)
    .filter((consent) => consent.purpose === purpose && consent.own?.isCurrent !== true).length
}

/** One text, and the answers for each person whom it concerns. */
function ConsentCard({ text, consents, isOnlyAsked }: ConsentCardProps) {
  const { i18n } = useLingui()
  const { subjects, language } = consents
  const waiting = waitingOf(consents, text.purpose)
  // What is open stays so when the last answer is given.
  const [isOpen] = useState(isOnlyAsked)
  const rows = subjects.flatMap((subject) =>
    subject.consents.filter(({ purpose }) => purpose === text.purpose).map((consent) => ({ subject, consent })),
  )
  if (rows.length === 0) return null
  return (
    <FoldedCard
      title={i18n._(consentLabels[text.purpose])}
      note={
        waiting > 0 ? (
          <Plural
            value={waiting}
            one="ждёт # ответа"
            few="ждёт # ответов"
            many="ждёт # ответов"
            other="ждёт # ответа"
          />
        ) : rows.some(({ subject }) => subject.mayAnswer) ? (
          <Trans>ответы даны</Trans>
        ) : (
          <Trans>отвечают родители</Trans>
        )
      }
      isOpen={isOpen}
    >
      <div className="flex flex-col gap-base">
        <Paragraphs texts={text.paragraphs} />
        <ul tabIndex={-1} className="divide-y divide-line-soft focus-visible:outline-none">
          {rows.map(({ subject, consent }) => (
            <ConsentRow key={subject.id} text={text} language={language} subject={subject} consent={consent} />
          ))}
        </ul>
        <AccountOwnerOnly />
      </div>
    </FoldedCard>
  )
}

function Information({ paragraphs }: { paragraphs: readonly string[] }) {
  const { t } = useLingui()
  if (paragraphs.length === 0) return null
  return (
    <FoldedCard title={t`Что обрабатывается без согласия`}>
      <Paragraphs texts={paragraphs} />
    </FoldedCard>
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

function History({ consents: { history, subjects } }: { consents: Consents }) {
  const { t } = useLingui()
  if (history.length === 0) return null
  return (
    <Card title={t`История ответов`}>
      <Disclosure summary={<Trans>Показать ответы: {history.length}</Trans>}>
        <ol className="divide-y divide-line-soft">
          {history.map((entry) => (
            <HistoryRow key={`${entry.at} ${entry.subjectId} ${entry.purpose}`} entry={entry} subjects={subjects} />
          ))}
        </ol>
      </Disclosure>
    </Card>
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
