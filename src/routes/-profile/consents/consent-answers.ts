import { useRouteContext } from '@tanstack/react-router'
import type { BodyOf } from '#contract/call.ts'
import type { answerConsents, ConsentSubject, Consents, ConsentText } from '#contract/people/consents.ts'
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

/** What a control of the section shows of its answers. */
export type Answering = {
  answer: (questions: readonly Question[], isGiven: boolean) => void
  /** Its answer that is being saved. */
  running: boolean | null
  /** An answer of another control is being saved. */
  isBlocked: boolean
  error: Error | null
}

type Press = { by: string; body: BodyOf<typeof answerConsents> }

/**
 * Saves answers at once, one press at a time for all controls of the section: what is saved last must be what was pressed last.
 * `by` names the control. The scripts of other companies end with the page, so that their end reloads it.
 */
export function useAnswers({ language, subjects }: Consents) {
  const session = useSession()
  const thirdParties = useRouteContext({ from: '__root__', select: (context) => context.thirdParties })
  const areCountersGiven = subjects.some(
    ({ isOwn, consents }) => isOwn && consents.some(({ purpose, isGiven }) => purpose === 'counters' && isGiven),
  )
  const ownId = subjects.find(({ isOwn }) => isOwn)?.id
  const { mutate, isPending, variables, error } = usePressMutation<unknown, Press>({
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
  return (by: string): Answering => {
    const isOwnPress = variables?.by === by
    return {
      answer: (questions, isGiven) => {
        const answers = questions.map(({ text: { purpose, hash }, subject: { id: subjectId } }) => {
          return { subjectId, purpose, hash, isGiven }
        })
        mutate({ by, body: { answers, language } })
      },
      running: isPending && isOwnPress ? (variables.body.answers[0]?.isGiven ?? null) : null,
      isBlocked: isPending && !isOwnPress,
      error: isOwnPress ? error : null,
    }
  }
}

export type Answers = ReturnType<typeof useAnswers>
