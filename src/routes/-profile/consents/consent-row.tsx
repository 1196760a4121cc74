import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ConsentSubject } from '#contract/people/consents.ts'
import { fullName } from '#contract/people/names.ts'
import { consentLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { type Answering, type Answers, givenOf, type Question } from './consent-answers.ts'

/** «Вы», or the full name of a child. */
export function useSubjectName(): (subject: ConsentSubject) => string {
  const { t } = useLingui()
  return ({ name }) => (name === null ? t`Вы` : fullName(name))
}

type ConsentRowProps = { question: Question; answers: Answers }

/** The answer for one person: two equal buttons until it is given, then the one that changes it. */
export function ConsentRow({ question, answers }: ConsentRowProps) {
  const { t, i18n } = useLingui()
  const { subject, consent } = question
  const name = useSubjectName()(subject)
  const answering = answers(`${consent.purpose} ${subject.id}`)
  const about = `${i18n._(consentLabels[consent.purpose])}, ${name}`
  const given = givenOf(question)
  const button = (isGiven: boolean, label: ReactNode, spoken: string) => (
    <AnswerButton
      isGiven={isGiven}
      answering={answering}
      spoken={spoken}
      onClick={() => answering.answer([question], isGiven)}
    >
      {label}
    </AnswerButton>
  )
  return (
    <AnswerRow
      title={subject.isOwn ? name : <SchoolText>{name}</SchoolText>}
      note={<Answer subject={subject} consent={consent} />}
      error={answering.error}
    >
      {subject.mayAnswer && (
        <>
          {given !== true && button(true, <Trans>Даю согласие</Trans>, t`Даю согласие: ${about}`)}
          {given === null && button(false, <Trans>Не даю согласия</Trans>, t`Не даю согласия: ${about}`)}
          {given === true && button(false, <Trans>Отозвать согласие</Trans>, t`Отозвать согласие: ${about}`)}
        </>
      )}
    </AnswerRow>
  )
}

/** One answer to a text for all persons for whom the reader has not answered it. */
export function ConsentOfAllRow({ questions, answers }: { questions: readonly Question[]; answers: Answers }) {
  const { t, i18n } = useLingui()
  const [first] = questions
  if (!first) return null
  const answering = answers(first.text.purpose)
  const about = i18n._(consentLabels[first.text.purpose])
  const count = questions.length
  return (
    <AnswerRow title={<Trans>За всех сразу</Trans>} note={<Trans>Без ответа: {count}</Trans>} error={answering.error}>
      <AnswerButton
        isGiven
        answering={answering}
        spoken={t`Даю согласие за всех: ${about}`}
        onClick={() => answering.answer(questions, true)}
      >
        <Trans>Даю согласие</Trans>
      </AnswerButton>
      <AnswerButton
        isGiven={false}
        answering={answering}
        spoken={t`Не даю согласия за всех: ${about}`}
        onClick={() => answering.answer(questions, false)}
      >
        <Trans>Не даю согласия</Trans>
      </AnswerButton>
    </AnswerRow>
  )
}

type AnswerRowProps = { title: ReactNode; note: ReactNode; error: Error | null; children: ReactNode }

function AnswerRow({ title, note, error, children }: AnswerRowProps) {
  return (
    <li className="flex flex-col gap-xs py-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
        <div className="min-w-[min(100%,240px)] flex-1">
          <p className="font-medium">{title}</p>
          <p role="status" className="text-sm text-ink-muted">
            {note}
          </p>
        </div>
        <div className="flex flex-wrap gap-xs empty:hidden">{children}</div>
      </div>
      <CallError error={error}>
        <Trans>Ответ не сохранён.</Trans>
      </CallError>
    </li>
  )
}

type AnswerButtonProps = {
  isGiven: boolean
  answering: Answering
  spoken: string
  onClick: () => void
  children: ReactNode
}

/** Equal for both answers. */
function AnswerButton({ isGiven, answering: { running, isBlocked }, spoken, onClick, children }: AnswerButtonProps) {
  return (
    <AccountOwnerButton
      ref={passFocusUp}
      aria-label={spoken}
      busy={running === isGiven}
      disabled={isBlocked || (running !== null && running !== isGiven)}
      onClick={onClick}
    >
      {children}
    </AccountOwnerButton>
  )
}

/** What was answered, and whether it is in force. */
function Answer({ subject, consent }: Pick<Question, 'subject' | 'consent'>) {
  const dates = useDates()
  const { own, isGiven } = consent
  if (!subject.mayAnswer)
    return isGiven ? <Trans>Согласие дал ваш родитель.</Trans> : <Trans>За вас отвечают родители. Согласия нет.</Trans>
  if (own === null)
    return isGiven ? (
      <Trans>Согласие дал другой родитель. Если вы откажетесь, оно перестанет действовать.</Trans>
    ) : (
      <Trans>Ответа пока нет, согласие не действует.</Trans>
    )
  const day = dates.dayWithYear(dates.dayOf(own.at))
  if (!own.isCurrent)
    return own.isGiven ? (
      <Trans>Вы согласились {day}, но текст с тех пор изменился. Прочитайте новый.</Trans>
    ) : (
      <Trans>Вы отказались {day}, но текст с тех пор изменился. Прочитайте новый.</Trans>
    )
  if (!own.isGiven) return <Trans>Вы отказались {day}</Trans>
  return isGiven ? (
    <Trans>Вы согласились {day}</Trans>
  ) : (
    <Trans>Вы согласились {day}, но другой родитель отказался: действует отказ.</Trans>
  )
}
