import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Locale } from '#contract/enumerations.ts'
import type { ConsentSubject, ConsentText } from '#contract/people/consents.ts'
import { fullName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { consentLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useSession } from '#src/routes/-query/use-session.ts'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type Consent = ConsentSubject['consents'][number]

/** «Вы», or the full name of a child. */
export function useSubjectName(): (subject: ConsentSubject) => string {
  const { t } = useLingui()
  return ({ name }) => (name === null ? t`Вы` : fullName(name))
}

type ConsentRowProps = {
  text: ConsentText
  /** Of the text. */
  language: Locale
  subject: ConsentSubject
  consent: Consent
}

/** The answer for one person: two equal buttons until it is given, then the one that changes it. */
export function ConsentRow({ text, language, subject, consent }: ConsentRowProps) {
  const { t, i18n } = useLingui()
  const name = useSubjectName()(subject)
  const { answer, running, error } = useAnswer({ text, language, subject, consent })
  const about = `${i18n._(consentLabels[text.purpose])}, ${name}`
  const given = consent.own?.isCurrent ? consent.own.isGiven : null
  const button = (isGiven: boolean, label: ReactNode, spoken: string) => (
    <AccountOwnerButton
      ref={passFocusUp}
      aria-label={spoken}
      busy={running === isGiven}
      disabled={running !== null && running !== isGiven}
      onClick={() => answer(isGiven)}
    >
      {label}
    </AccountOwnerButton>
  )
  return (
    <li className="flex flex-col gap-xs py-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
        <div className="min-w-[min(100%,240px)] flex-1">
          <p className="font-medium">{subject.isOwn ? name : <SchoolText>{name}</SchoolText>}</p>
          <p role="status" className="text-sm text-ink-muted">
            <Answer subject={subject} consent={consent} />
          </p>
        </div>
        {subject.mayAnswer && (
          <div className="flex flex-wrap gap-xs">
            {given !== true && button(true, <Trans>Даю согласие</Trans>, t`Даю согласие: ${about}`)}
            {given === null && button(false, <Trans>Не даю согласия</Trans>, t`Не даю согласия: ${about}`)}
            {given === true && button(false, <Trans>Отозвать согласие</Trans>, t`Отозвать согласие: ${about}`)}
          </div>
        )}
      </div>
      <CallError error={error}>
        <Trans>Ответ не сохранён.</Trans>
      </CallError>
    </li>
  )
}

/** Saves an answer at once. The scripts of other companies end with the page, so that their end reloads it. */
function useAnswer({ text: { purpose, hash }, language, subject: { id, isOwn }, consent }: ConsentRowProps) {
  const session = useSession()
  const thirdParties = useRouteContext({ from: '__root__', select: (context) => context.thirdParties })
  const { mutate, isPending, variables, error } = usePressMutation({
    ...callMutation('POST /v1/profile/consent', { handlesError: true }),
    onSuccess: (_answer, { body: { isGiven } }) => {
      const endsScripts = isOwn && purpose === 'counters' && consent.isGiven && !isGiven
      if (endsScripts) thirdParties.end()
      session.send({ type: endsScripts ? 'page.reload' : 'profile.changed' })
    },
  })
  return {
    answer: (isGiven: boolean) => mutate({ body: { subjectId: id, purpose, hash, isGiven, language } }),
    running: isPending ? (variables?.body.isGiven ?? null) : null,
    error,
  }
}

/** What was answered, and whether it is in force. */
function Answer({ subject, consent }: Pick<ConsentRowProps, 'subject' | 'consent'>) {
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
