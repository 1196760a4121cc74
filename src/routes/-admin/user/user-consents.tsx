import { Trans, useLingui } from '@lingui/react/macro'
import type { ConsentOfUser } from '#contract/people/consents.ts'
import { consentLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'

/** Consents of a user and who answered; only the family changes them. */
export function UserConsents({ consents }: { consents: readonly ConsentOfUser[] }) {
  const { i18n } = useLingui()
  return (
    <List>
      {consents.map(({ purpose, isGiven, answers }) => (
        <ListItem
          key={purpose}
          title={i18n._(consentLabels[purpose])}
          end={
            isGiven ? <Badge tone="success">{<Trans>Согласие есть</Trans>}</Badge> : <Badge>{<Trans>Нет</Trans>}</Badge>
          }
        >
          {answers.length > 0 && (
            <ul className="text-sm text-ink-muted tabular-nums">
              {answers.map((answer) => (
                <AnswerRow key={`${answer.at} ${answer.by}`} answer={answer} />
              ))}
            </ul>
          )}
        </ListItem>
      ))}
    </List>
  )
}

function AnswerRow({ answer }: { answer: ConsentOfUser['answers'][number] }) {
  const dates = useDates()
  const { by, isGiven, version, at, counts } = answer
  return (
    <li className="break-words">
      {dates.dayWithYear(dates.dayOf(at))}, {dates.time(at)}: {isGiven ? <Trans>согласие</Trans> : <Trans>отказ</Trans>}
      {by !== null && `, ${by}`}, <Trans>версия {version}</Trans>
      {!counts && (
        <>
          {' '}
          <Trans>(не учитывается: изменился текст или родитель)</Trans>
        </>
      )}
    </li>
  )
}
