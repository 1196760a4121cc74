import { useRouteContext } from '@tanstack/react-router'
import type { ConsentSubject, Consents, ConsentText } from '#contract/people/consents.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useSession } from '#src/routes/-query/use-session.ts'

/** One text for one person. */
export type Question = { text: ConsentText; subject: ConsentSubject; consent: ConsentSubject['consents'][number] }

/** All questions, in the order of the texts, also those that others answer. */
export function questionsOf({ texts, subjects }: Consents): Question[] {
  return texts.flatMap((text) =>
    subjects.flatMap((subject) =>
      subject.consents.filter(({ purpose }) => purpose === text.purpose).map((consent) => ({ text, subject, consent })),
    ),
  )
}

/** The reader's answer to the present text; null without one. */
export function givenOf({ consent: { own } }: Question): boolean | null {
  return own?.isCurrent ? own.isGiven : null
}

/** Saves answers at once. The scripts of other companies end with the page, so that their end reloads it. */
export function useAnswers({ language, subjects }: Consents) {
  const session = useSession()
  const thirdParties = useRouteContext({ from: '__root__', select: (context) => context.thirdParties })
  const areCountersGiven = subjects.some(
    ({ isOwn, consents }) => isOwn && consents.some(({ purpose, isGiven }) => purpose === 'counters' && isGiven),
  )
  const ownId = subjects.find(({ isOwn }) => isOwn)?.id
  const { mutate, isPending, variables, error } = usePressMutation({
    ...callMutation('POST /v1/profile/consent', { handlesError: true }),
    onSuccess: (_answer, { body: { answers } }) => {
      const refusesCounters = answers.some(
        ({ subjectId, purpose, isGiven }) => subjectId === ownId && purpose === 'counters' && !isGiven,
      )
      const endsScripts = areCountersGiven && refusesCounters
      if (endsScripts) thirdParties.end()
      session.send({ type: endsScripts ? 'page.reload' : 'profile.changed' })
    },
  })
  return {
    answer: (questions: readonly Question[], isGiven: boolean) => {
      const answers = questions.map(({ text: { purpose, hash }, subject: { id: subjectId } }) => {
        return { subjectId, purpose, hash, isGiven }
      })
      mutate({ body: { answers, language } })
    },
    /** The answer that is being saved. */
    running: isPending ? (variables?.body.answers[0]?.isGiven ?? null) : null,
    error,
  }
}
