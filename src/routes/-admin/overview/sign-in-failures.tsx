import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SignInFailures as Failures } from '#contract/people/admin.ts'
import { refusedSignInAudit, signInFailuresQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { problemLabels } from '#src/routes/-admin/problem-labels.ts'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { AllEntriesLink, FirstRows } from './overview-rows.tsx'
import { isAlarming, matchFailureTitles, signInFailureAdvice } from './sign-in-failure-labels.ts'

/**
 * Why people could not sign in within 30 days, the most frequent reason first, and what to do about it. Absent unless a
 * reason needs the school; all attempts are in the audit log.
 */
export function SignInFailures() {
  const { data: failures = [] } = useQuery(optionalQuery(signInFailuresQuery()))
  const alarming = failures.filter(isAlarming)
  if (alarming.length === 0) return null
  return (
    <Card
      padding="flush"
      title={<Trans>Неудачные попытки входа</Trans>}
      aside={<AllEntriesLink search={refusedSignInAudit} />}
    >
      <ul className="divide-y divide-line-soft border-t border-line-soft">
        <FirstRows
          items={alarming}
          keyOf={({ reason }) => reason}
          more={(rest) => (
            <Plural value={rest} one="ещё # причина" few="ещё # причины" many="ещё # причин" other="ещё # причины" />
          )}
        >
          {(failure) => <Failure failure={failure} />}
        </FirstRows>
      </ul>
    </Card>
  )
}

function Failure({ failure }: { failure: Failures }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { reason, count, accounts, lastAt } = failure
  const title = lookUp({ ...problemLabels, ...matchFailureTitles }, reason, undefined)
  const advice = lookUp(signInFailureAdvice, reason, undefined)
  return (
    <div className="flex flex-col gap-xxs">
      <p className="flex items-baseline justify-between gap-base">
        <span className="min-w-0 font-medium">{title ? i18n._(title) : <ProblemMessage type={reason} />}</span>
        <span className="text-sm whitespace-nowrap tabular-nums">
          <ScreenLink to="/adm-panel" search={{ tab: 'audit', filter: { reason } }}>
            <Plural value={count} one="# раз" few="# раза" many="# раз" other="# раза" />
            <VisuallyHidden>
              {' '}
              <Trans>за 30 дней, записи журнала</Trans>
            </VisuallyHidden>
          </ScreenLink>
        </span>
      </p>
      {advice && <p className="text-sm">{i18n._(advice)}</p>}
      {accounts.length > 0 && <Accounts accounts={accounts} />}
      <p className="text-sm text-ink-muted tabular-nums">
        <Trans>за 30 дней, последний раз {dates.dateTime(lastAt)}</Trans>
      </p>
    </div>
  )
}

/** Cards of the accounts, where an administrator can join them. */
function Accounts({ accounts }: Pick<Failures, 'accounts'>) {
  return (
    <p className="text-sm">
      {accounts.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <UserLink id={id} onIntent={UserCard.prefetch}>
            {name || <Trans>без имени</Trans>}
          </UserLink>
        </span>
      ))}
    </p>
  )
}
